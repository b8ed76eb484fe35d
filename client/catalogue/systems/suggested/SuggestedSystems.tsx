import { Button, chakra, Link as TextLink } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ListScreen } from '../../../components/list/ListScreen';
import type { Column } from '../../../components/list/listColumn';
import { useListState } from '../../../components/list/useListState';
import { counted, formatCount } from '../../../components/text/counts';
import { SuggestedKeySystemsDocument, type SuggestedKeySystemsQuery } from '../../../graphql/generated/suggested';
import { serverMessage } from '../../../graphql/graphErrors';
import { useRead } from '../../../graphql/useRead';
import { keySystemPaths, modelPaths } from '../../../paths';
import { MakeSystemDialog } from './MakeSystemDialog';

type Suggested = SuggestedKeySystemsQuery['suggestedKeySystems']['items'][number];
type Near = Suggested['near'][number];

const measured = (values: readonly string[]) => values.filter(Boolean).join(' ');
const depthsOf = ({ depth }: Suggested) =>
  depth
    .map(({ name, oneX, twoX }, row) => (oneX || twoX ? `${name || row + 1}=${oneX || twoX}` : ''))
    .filter(Boolean)
    .join(' ');
const numbersOf = ({ dsd, hpc, itl }: Suggested) =>
  [dsd && `DSD ${dsd}`, hpc && `HPC ${hpc}`, itl && `ITL ${itl}`].filter(Boolean).join(', ') || '—';

/** Models or a key system that differ in at most two values. */
function NearLine({ near }: { near: Near }) {
  const { keySystemId, name, modelId, modelsCount, differences } = near;
  const place = keySystemId ? keySystemPaths.edit(keySystemId) : modelId ? modelPaths.edit(modelId) : null;
  const others = keySystemId ? 'key system' : modelsCount > 1 ? `and ${counted(modelsCount - 1, 'more model')}` : '';
  return (
    <li>
      {place ? (
        <TextLink asChild>
          <Link to={place} translate="no">
            {name}
          </Link>
        </TextLink>
      ) : (
        <span translate="no">{name}</span>
      )}
      {others && ` (${others})`}:{' '}
      {differences.length === 0
        ? 'the same values'
        : differences
            .map(({ label, value, other }) => `${label} ${other || 'empty'} instead of ${value || 'empty'}`)
            .join('; ')}
    </li>
  );
}

const LIMIT = 20;

/** Models with equal measures and no key system (docs/rules.md, "Suggested systems"). */
export function SuggestedSystems() {
  const [chosen, setChosen] = useState<Suggested | null>(null);
  const columns: Column<Suggested>[] = [
    {
      header: 'Models',
      key: 'models',
      verbatim: true,
      least: 10,
      cell: ({ models, modelsCount }) =>
        `${formatCount(modelsCount)}: ${models.slice(0, 3).join(', ')}${models.length > 3 ? ', …' : ''}`,
    },
    { header: 'Numbers', key: 'numbers', verbatim: true, least: 7, cell: numbersOf },
    {
      header: 'Spacing',
      key: 'spacing',
      verbatim: true,
      least: 9,
      cell: ({ spacing }) => <chakra.span fontFamily="mono">{measured(spacing)}</chakra.span>,
    },
    {
      header: 'Depths',
      key: 'depths',
      verbatim: true,
      least: 9,
      cell: (one) => <chakra.span fontFamily="mono">{depthsOf(one)}</chakra.span>,
    },
    {
      header: 'Nearly equal',
      key: 'near',
      least: 12,
      cell: ({ near }) =>
        near.length === 0 ? (
          '—'
        ) : (
          <ul>
            {near.map((one) => (
              <NearLine key={`${one.keySystemId} ${one.modelId}`} near={one} />
            ))}
          </ul>
        ),
    },
    {
      header: 'Make a system',
      key: 'make',
      short: true,
      cell: (one) => (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Make a system of ${counted(one.modelsCount, 'model')}: ${one.models[0]}`}
          onClick={() => setChosen(one)}
        >
          Make
        </Button>
      ),
    },
  ];
  const { page, setPage } = useListState(columns);
  const { data, previousData, error, loading, refetch } = useRead(SuggestedKeySystemsDocument, {
    variables: { page, limit: LIMIT },
    fetchPolicy: 'no-cache',
  });
  return (
    <>
      <ListScreen
        heading="Suggested Systems"
        columns={columns}
        shown={(data ?? previousData)?.suggestedKeySystems}
        former={!data}
        loading={loading}
        failure={error && (serverMessage(error) ?? 'An error occurred while fetching the suggested systems.')}
        onRetry={() => void refetch()}
        page={page}
        limit={LIMIT}
        onPage={setPage}
      />
      {chosen && (
        <MakeSystemDialog
          suggested={chosen}
          onClose={() => setChosen(null)}
          onMade={() => {
            setChosen(null);
            void refetch();
          }}
        />
      )}
    </>
  );
}
