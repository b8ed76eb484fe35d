import { useApolloClient } from '@apollo/client/react';
import { chakra, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { DialogForm } from '../../../components/form/DialogForm';
import { TextField } from '../../../components/form/TextField';
import { SkeletonRows } from '../../../components/list/SkeletonRows';
import { Problem } from '../../../components/notice/Problem';
import { toast } from '../../../components/notice/toast';
import { useAction } from '../../../components/record/useAction';
import { counted, formatCount } from '../../../components/text/counts';
import { formatDay, isDay } from '../../../components/text/date';
import { RenewalDocument, RenewClientDocument } from '../../../graphql/generated/clientDesk';
import type { ClientRecordFragment } from '../../../graphql/generated/clients';
import { useRead } from '../../../graphql/useRead';
import { useForget } from '../../accountChanges';
import { UnsavedNote } from './UnsavedNote';

const Rows = chakra('ul', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    maxH: '22rem',
    overflowY: 'auto',
    '& > li': { px: 3 },
    '& > li + li': { borderTopWidth: '1px' },
    '& > li > :is(label, div)': { display: 'flex', alignItems: 'center', gap: 2.5, minH: 'control', py: 1 },
    '& label': { cursor: 'pointer' },
    '& input': { boxSize: 5, flexShrink: 0, accentColor: 'accent' },
    '& [data-name]': { flex: 1, minW: 0, overflowWrap: 'anywhere' },
    '& [data-dates]': { flexShrink: 0, maxW: { base: '8rem', sm: 'none' }, textAlign: 'end' },
  },
});

/** "10/01/2026 → 10/01/2027", as far as it changes. */
function Dates({ from, until, staysExpired }: { from: string; until: string; staysExpired: boolean }) {
  return (
    <span data-dates="">
      {from === until ? `stays ${formatDay(from)}` : `${formatDay(from)} → ${formatDay(until)}`}
      {staysExpired && (
        <chakra.span display="block" color="warning">
          Account Expired stays set
        </chakra.span>
      )}
    </span>
  );
}

interface Props {
  client: ClientRecordFragment;
  dirty: boolean;
  onClose: () => void;
  onRenewed: () => void;
}

/** Shows the new dates before they are set; single users can be left out. */
export function RenewDialog({ client: { id, name }, dirty, onClose, onRenewed }: Props) {
  const { mutate } = useApolloClient();
  const forget = useForget();
  const { run, busy, errors, problem, clear } = useAction();
  const [typed, setTyped] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const until = typed !== null && isDay(typed) ? typed : undefined;
  const { data, previousData, error, loading, refetch } = useRead(RenewalDocument, {
    variables: { id, until: until ?? null },
    fetchPolicy: 'no-cache',
  });
  const renewal = (data ?? previousData)?.renewal;
  const day = typed ?? renewal?.until ?? '';
  const count = renewal ? renewal.total - leftOut.size : 0;
  const more = renewal ? renewal.total - renewal.users.length : 0;

  const renew = async () => {
    const variables = {
      input: { id, version: renewal?.client.version, until: day, leaveOut: [...leftOut] },
    };
    const done = await run(() => mutate({ mutation: RenewClientDocument, variables }), ['until']);
    if (!done) return;
    toast(`Renewed ${name} and ${counted(count, 'user')} until ${formatDay(day)}.`);
    forget.many();
    onRenewed();
  };
  const refused = errors.until?.join(', ') ?? (error && previousData ? 'Choose a day from today on.' : undefined);

  return (
    <DialogForm
      title={`Renew ${name}`}
      description={<Text>No date is shortened: anybody with a later date keeps it.</Text>}
      label={
        busy
          ? 'Saving...'
          : leftOut.size
            ? `Renew ${formatCount(count)} of ${formatCount(renewal?.total ?? 0)}`
            : 'Renew'
      }
      wide
      busy={busy || loading || !isDay(day)}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void renew()}
    >
      <TextField
        data-first-field=""
        label="New end date"
        type="date"
        max="9999-12-31"
        maxW="12rem"
        value={day}
        error={refused}
        onChange={({ target }) => {
          clear();
          setTyped(target.value);
        }}
      />
      {error && !renewal && <Problem onRetry={() => void refetch()}>The dates did not load.</Problem>}
      {!error && !renewal && <SkeletonRows count={4} />}
      {renewal && (
        <Rows aria-label="New dates" aria-busy={loading}>
          <li>
            <div>
              <Text data-name="" fontWeight="semibold">
                {name}
              </Text>
              <Dates
                from={renewal.client.subscriptionEndDate}
                until={renewal.clientUntil}
                staysExpired={renewal.clientStaysExpired}
              />
            </div>
          </li>
          {renewal.users.map(({ user, ...line }) => (
            <li key={user.id}>
              <label>
                <input
                  type="checkbox"
                  checked={!leftOut.has(user.id)}
                  onChange={({ target }) => {
                    const next = new Set(leftOut);
                    if (target.checked) next.delete(user.id);
                    else next.add(user.id);
                    setLeftOut(next);
                  }}
                />
                <span data-name="">
                  {user.fullName}
                  {!user.enabled && ' (disabled)'}
                </span>
                {leftOut.has(user.id) ? (
                  <span data-dates="">stays {formatDay(user.subscriptionEndDate)}</span>
                ) : (
                  <Dates from={user.subscriptionEndDate} until={line.until} staysExpired={line.staysExpired} />
                )}
              </label>
            </li>
          ))}
        </Rows>
      )}
      {more > 0 && (
        <Text>
          {counted(more, 'more user')} not listed here {more === 1 ? 'is' : 'are'} renewed, too.
        </Text>
      )}
      <UnsavedNote dirty={dirty} />
    </DialogForm>
  );
}
