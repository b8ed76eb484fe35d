import { Box, Flex, Text } from '@chakra-ui/react';
import { Problem } from '../../components/notice/Problem';
import { LookupModelsDocument, ModelDocument } from '../../graphql/generated/catalogue';
import { serverMessage } from '../../graphql/graphErrors';
import { usePrefetch } from '../../graphql/usePrefetch';
import { useRead } from '../../graphql/useRead';
import { type LookupPlace, lookupPath } from '../../paths';
import type { LookupLine } from './narrowed';
import { graphMode, subItemText } from './place';

interface Props {
  place: LookupPlace;
  value: string;
  /** The models that match the filter; undefined without a filter. */
  lines?: LookupLine[] | undefined;
}

export function SubItems({ place, value, lines }: Props) {
  const prefetch = usePrefetch(ModelDocument);
  const { data, error, refetch } = useRead(LookupModelsDocument, {
    variables: { makeId: place.make, mode: graphMode(place.mode), value },
    skip: lines !== undefined,
    fetchPolicy: 'cache-and-network',
    prefetched: true,
  });

  const models = lines ?? data?.lookupModels;
  return (
    <div data-models="">
      {!models && !error && (
        <Flex role="status" align="center" minH="row" ps="2.75rem" color="muted">
          Loading sub-items...
        </Flex>
      )}
      {error && !models && (
        <Box p={3} ps={4}>
          <Problem onRetry={() => void refetch()}>{serverMessage(error) ?? 'The sub-items did not load.'}</Problem>
        </Box>
      )}
      {models?.length === 0 && (
        <Text display="flex" alignItems="center" minH="row" ps="2.75rem" color="muted">
          No sub-items found
        </Text>
      )}
      <ul aria-label={value} translate="no">
        {models?.map((model) => (
          <li key={model.id}>
            <a
              href={lookupPath({ ...place, value, id: model.id, compare: null, code: null })}
              data-model={model.id}
              tabIndex={-1}
              aria-current={model.id === place.id ? 'true' : undefined}
              onPointerDown={() => prefetch({ id: model.id })}
              onFocus={() => prefetch({ id: model.id })}
            >
              {subItemText(place.mode, model)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
