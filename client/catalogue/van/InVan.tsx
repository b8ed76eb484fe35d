import { useApolloClient } from '@apollo/client/react';
import { Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { Truck } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from '../../components/notice/toast';
import { useNeedsConnection } from '../../components/notKept';
import { formatCount } from '../../components/text/counts';
import { SaveVanBlanksDocument, VanBlanksForDocument, type VanBlanksForQuery } from '../../graphql/generated/van';
import { errorCode, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { newSentId } from '../../offline/send';
import { isListKept, noteListKept } from './listKept';
import { useVan } from './useVan';

type Match = VanBlanksForQuery['vanBlanksFor']['matches'][number];

/**
 * What the van has for the sheet, as a line of its lists: nothing if the company keeps no list. Styled by Blanks.
 */
export function InVan({ modelId }: { modelId: string | undefined }) {
  const { data, error } = useRead(VanBlanksForDocument, {
    variables: { modelId: modelId ?? '' },
    skip: !modelId,
    fetchPolicy: 'cache-and-network',
  });
  const found = data?.vanBlanksFor;
  const isKept = found?.keepsList;
  useEffect(() => {
    if (isKept !== undefined) noteListKept(isKept);
  }, [isKept]);
  // Only companies with a list have a budget to spend here.
  const refusal = errorCode(error) === 'TOO_MANY_REQUESTS' ? serverMessage(error) : undefined;
  if (!(isKept ?? (refusal !== undefined || (!error && isListKept())))) return null;
  return (
    <div data-van="">
      <dt>
        <Truck size={20} aria-hidden="true" />
        <VisuallyHidden>Van</VisuallyHidden>
      </dt>
      <dd>
        {found && <Matches matches={found.matches} />}
        {refusal ? <small role="alert">{refusal}</small> : !found && <Skeleton h="1rem" w="8rem" />}
      </dd>
    </div>
  );
}

function Matches({ matches }: { matches: readonly Match[] }) {
  const { mutate } = useApolloClient();
  const van = useVan();
  const needsConnection = useNeedsConnection();
  const there = matches.filter(({ blank }) => blank.count > 0);
  const gone = matches.filter(({ blank }) => blank.count === 0);

  const takeOne = async ({ blank }: Match) => {
    const [left] = (await van.save([{ name: blank.name, add: -1 }], [blank])) ?? [];
    if (!left) return;
    const sentId = newSentId();
    toast(`One ${left.name} used: ${inVan(left.count)}`, {
      undo: () =>
        mutate({
          mutation: SaveVanBlanksDocument,
          variables: { input: { sentId, blanks: [{ name: left.name, add: 1 }] } },
        }),
    });
  };

  return (
    <>
      {there.length === 0 && (
        <span>
          None in the van
          {gone.length > 0 && <small translate="no">: {gone.map(({ blank }) => blank.name).join(', ')}</small>}
        </span>
      )}
      {there.map((match) => (
        <span key={match.blank.id}>
          <span>
            {formatCount(match.blank.count)} in the van: <b translate="no">{match.blank.name}</b>
            {match.match === 'EQUAL' && <small translate="no"> = {match.name}</small>}
            {match.match === 'PERHAPS' && (
              <small>
                {' '}
                perhaps equal to <span translate="no">{match.name}</span>: compare them
              </small>
            )}
          </span>
          <button type="button" className="mk-button" onClick={() => void takeOne(match)} {...needsConnection}>
            Used one
          </button>
        </span>
      ))}
      {van.refusal && <small role="alert">{van.refusal}</small>}
      {van.unsent.length > 0 && (
        <span role="alert">
          <small>Not saved yet.</small>
          <button type="button" className="mk-button" onClick={() => void van.retry()}>
            Retry
          </button>
        </span>
      )}
    </>
  );
}

const inVan = (count: number) => (count === 0 ? 'none left in the van' : `${formatCount(count)} in the van`);
