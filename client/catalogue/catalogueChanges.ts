import { useForgetFields } from '../graphql/useForgetFields';

type Change = 'created' | 'updated' | 'deleted';

/**
 * What a saved or deleted record makes stale. The record itself is normalised in the cache, so an update shows everywhere;
 * here is what lists hold: which records, and in which order.
 */
export function useForget() {
  const forget = useForgetFields();
  return {
    make: (id: string, change: Change) =>
      change === 'updated'
        ? forget(['makeOptions'])
        : forget(['makeOptions', 'makes'], change === 'deleted' ? { __typename: 'Make', id } : undefined),
    model: (id: string, change: Change) =>
      change === 'updated'
        ? forget(['lookupValues', 'lookupModels', 'Model.history'])
        : forget(
            ['lookupValues', 'lookupModels', 'models', 'searchModels'],
            change === 'deleted' ? { __typename: 'Model', id } : undefined,
          ),
    /** An import was applied or undone: any model may be another now, and makes have come or gone. */
    catalogue: () =>
      forget(['makeOptions', 'makes', 'lookupValues', 'lookupModels', 'models', 'searchModels', 'imports'], {
        __typename: 'Model',
      }),
    imports: () => forget(['imports', 'Import.rows']),
  };
}
