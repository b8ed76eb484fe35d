import { Box, Flex, Text } from '@chakra-ui/react';
import { useOnline } from '../../components/connection';
import { Problem } from '../../components/notice/Problem';
import { LookupLabelsDocument, LookupLinesDocument, LookupModelsDocument } from '../../graphql/generated/catalogue';
import { serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { useKeptOnly } from '../../offline/keep/useKeptOnly';
import { type LookupPlace, lookupPath } from '../../paths';
import { usePrefetchSheet } from '../company/usePrefetchSheet';
import { keyLabel } from '../keyData';
import type { LookupLine } from './narrowed';
import { graphMode, placesAmongEqual, subItemText } from './place';

interface Props {
  place: LookupPlace;
  value: string;
  /** The models that match the filter; undefined without a filter. */
  lines?: LookupLine[] | undefined;
}

export function SubItems({ place, value, lines }: Props) {
  const prefetch = usePrefetchSheet();
  const variables = { makeId: place.make, mode: graphMode(place.mode), value };
  const online = useOnline();
  const keptOnly = useKeptOnly();
  const { data, error, refetch } = useRead(LookupModelsDocument, {
    variables,
    skip: lines !== undefined || !online,
    fetchPolicy: 'cache-and-network',
    prefetched: true,
  });

  // A device keeps all models of a make in one list.
  const ofMake = useRead(LookupLinesDocument, {
    variables: { makeId: place.make },
    skip: online || lines !== undefined,
  });
  const failure = error ?? ofMake.error;
  const models =
    lines ??
    (online
      ? data?.lookupModels
      : ofMake.data?.lookupLines.filter((line) => value === (place.mode === 'year' ? String(line.year) : line.name)));
  const places = placesAmongEqual(place.mode, models ?? []);
  // Few lists need them, so the lists are read without.
  const labelled = useRead(LookupLabelsDocument, {
    variables,
    skip: !online || places.every((among) => among === 1),
    fetchPolicy: 'cache-and-network',
  }).data?.lookupModels;
  const labelOf = (id: string) => {
    const model = labelled?.find((one) => one.id === id);
    return model && keyLabel(model);
  };
  return (
    <div data-models="">
      {!models && !failure && (
        <Flex role="status" align="center" minH="row" ps="2.75rem" color="muted">
          Loading sub-items...
        </Flex>
      )}
      {failure && !models && (
        <Box p={3} ps={4}>
          <Problem onRetry={() => void refetch()}>{serverMessage(failure) ?? 'The sub-items did not load.'}</Problem>
        </Box>
      )}
      {models?.length === 0 && (
        <Text display="flex" alignItems="center" minH="row" ps="2.75rem" color="muted">
          No sub-items found
        </Text>
      )}
      <ul aria-label={value} translate="no">
        {models?.map((model, index) => (
          <li key={model.id}>
            <a
              href={lookupPath({ ...place, value, id: model.id, compare: null, code: null })}
              data-model={model.id}
              tabIndex={-1}
              aria-current={model.id === place.id ? 'true' : undefined}
              {...keptOnly({ id: model.id })}
              onPointerDown={() => prefetch(model.id)}
              onFocus={() => prefetch(model.id)}
            >
              {subItem(subItemText(place.mode, model), places[index] ?? 1, labelOf(model.id))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The second of equal sub-items and the further ones have their locks below them, else which key of the bike they are. Not a
 * component, which would return a bare text (docs/decisions/0074-translated-pages.md).
 */
const subItem = (name: string, among: number, label: string | undefined) =>
  among === 1 ? (
    name
  ) : (
    <span>
      {name}
      <small>{label || `Key ${among}`}</small>
    </span>
  );
