import { useForgetFields } from '../graphql/useForgetFields';

type Change = 'created' | 'updated' | 'deleted';

const systemLists = ['keySystem', 'keySystems', 'keySystemHistory'];
const lookupLists = ['lookupValues', 'lookupModels', 'lookupLines', 'modelYears'];

/**
 * Cached data that is stale after a record is saved or deleted. The record itself is normalised in the cache, so an
 * update shows everywhere. These are the lists, whose members and order may change.
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
        ? forget([...lookupLists, 'Model.keyDataHash', 'Model.history'])
        : forget(
            [...lookupLists, 'models', 'searchModels'],
            change === 'deleted' ? { __typename: 'Model', id } : undefined,
          ),
    system: (id: string, change: Change) =>
      forget(systemLists, change === 'deleted' ? { __typename: 'KeySystem', id } : undefined),
    /** After an import is applied or undone: any model may have changed, and makes may be new or gone. */
    catalogue: () =>
      forget(['makeOptions', 'makes', ...lookupLists, 'models', 'searchModels', 'imports', ...systemLists], {
        __typename: 'Model',
      }),
    imports: () => forget(['imports', 'Import.rows']),
  };
}
