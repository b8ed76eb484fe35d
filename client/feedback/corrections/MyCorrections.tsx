import { chakra, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { LinkButton } from '../../components/LinkButton';
import { ListScreen } from '../../components/list/ListScreen';
import type { Column } from '../../components/list/listColumn';
import { useListState } from '../../components/list/useListState';
import { formatDay } from '../../components/text/date';
import { MyCorrectionsDocument, type OwnCorrectionFragment } from '../../graphql/generated/feedback';
import { useRead } from '../../graphql/useRead';
import { correctionPaths } from '../../paths';
import { StateBadge } from '../StateBadge';
import { Disputed } from './Disputed';
import { saidIn } from './said';

/** Each proposal with its outcome, then the comment if it says more. */
function Said({ correction }: { correction: OwnCorrectionFragment }) {
  const { lines, remark } = saidIn(correction);
  return (
    <>
      {correction.disputed && <Disputed />}
      {lines.length > 0 && (
        <chakra.ul>
          {correction.proposals.map(({ field, applied }, index) => (
            <li key={field}>
              <chakra.span translate="no" fontFamily="mono">
                {lines[index]}
              </chakra.span>
              {correction.state === 'APPLIED' && !applied && <chakra.span color="muted"> (not applied)</chakra.span>}
            </li>
          ))}
        </chakra.ul>
      )}
      {remark && <Text whiteSpace="pre-wrap">{remark}</Text>}
    </>
  );
}

const columns: Column<OwnCorrectionFragment>[] = [
  {
    header: 'Motorcycle',
    key: 'motorcycle',
    cell: ({ make, model, year }) => (
      <chakra.span translate="no" fontWeight="semibold">
        {make} {model} ({year})
      </chakra.span>
    ),
  },
  { header: 'Corrections', key: 'comment', cell: (correction) => <Said correction={correction} /> },
  {
    header: 'State',
    key: 'state',
    cell: ({ state, reason }) => (
      <>
        <StateBadge state={state} />
        {reason && <Text whiteSpace="pre-wrap">{reason}</Text>}
      </>
    ),
  },
  { header: 'Date Created', key: 'createdAt', short: true, cell: ({ createdAt }) => formatDay(createdAt) },
];

const LIMIT = 10;

/** The user's own corrections and their outcome. */
export function MyCorrections() {
  const { page, setPage } = useListState(columns);
  const { data, previousData, error, loading, refetch } = useRead(MyCorrectionsDocument, {
    variables: { page, limit: LIMIT },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.myCorrections;
  const create = (
    <LinkButton to={correctionPaths.create} Icon={Plus} variant="solid">
      Create Correction
    </LinkButton>
  );
  return (
    <ListScreen
      heading="My corrections"
      create={create}
      columns={columns}
      shown={shown}
      former={!data}
      loading={loading}
      failure={error && 'An error occurred while fetching the correction.'}
      onRetry={() => void refetch()}
      page={page}
      limit={LIMIT}
      onPage={setPage}
    />
  );
}
