import { useApolloClient } from '@apollo/client/react';
import { chakra, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DialogForm } from '../../../components/form/DialogForm';
import { SkeletonRows } from '../../../components/list/SkeletonRows';
import { Notice } from '../../../components/notice/Notice';
import { Problem } from '../../../components/notice/Problem';
import { toast } from '../../../components/notice/toast';
import { useAction } from '../../../components/record/useAction';
import { counted, formatCount } from '../../../components/text/counts';
import { formatDay } from '../../../components/text/date';
import {
  ClientMergeDocument,
  type ClientMergeQuery,
  MergeClientsDocument,
} from '../../../graphql/generated/clientDesk';
import type { ClientRecordFragment } from '../../../graphql/generated/clients';
import { useRead } from '../../../graphql/useRead';
import { clientPaths } from '../../../paths';
import { useForget } from '../../accountChanges';
import { OtherClient } from './OtherClient';
import { UnsavedNote } from './UnsavedNote';

const Facts = chakra('dl', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 3, px: 3, py: 1.5 },
    '& > div + div': { borderTopWidth: '1px' },
    '& dt': { color: 'muted', flex: '0 0 9rem' },
    '& dd': { flex: '1 1 10rem', overflowWrap: 'anywhere' },
  },
});

const change = (before: string, after: string) => (before === after ? before : `${before} → ${after}`);

function Preview({ clientMerge: { from, into, ...after } }: ClientMergeQuery) {
  const facts = [
    ['Stays', `${into.name}, ${into.primaryEmail}`],
    ['Is deleted', `${from.name}, ${from.primaryEmail}`],
    ['Users', change(formatCount(into.usersCount), formatCount(after.usersCount))],
    ['Seats', change(formatCount(into.maxUsers), formatCount(after.maxUsers))],
    ['First day', change(formatDay(into.subscriptionStartDate), formatDay(after.subscriptionStartDate))],
    ['Last day', change(formatDay(into.subscriptionEndDate), formatDay(after.subscriptionEndDate))],
  ] as const;
  return (
    <>
      <Facts aria-label="After the merge">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
      {into.accountExpired && (
        <Notice kind="warning">
          {into.name} is marked as expired, and stays so: the users that move cannot sign in.
        </Notice>
      )}
      <Text>
        {counted(from.usersCount, 'user')} and all payments move, with the own sheets and notes of the company. The
        description is added to the other one. This cannot be undone.
      </Text>
      {after.replacedValues > 0 && (
        <Notice kind="warning">
          {after.replacedValues === 1
            ? 'Both companies have an own value for the same field of a bike: the newer one stays.'
            : `Both companies have own values for the same ${formatCount(after.replacedValues)} fields of bikes: of each, the newer one stays.`}
        </Notice>
      )}
    </>
  );
}

interface Props {
  /** The client that is deleted. */
  client: ClientRecordFragment;
  dirty: boolean;
  onClose: () => void;
}

/** Merges this client into another one, which is shown afterwards. */
export function MergeDialog({ client, dirty, onClose }: Props) {
  const { mutate } = useApolloClient();
  const forget = useForget();
  const navigate = useNavigate();
  const { run, busy, errors, problem, clear } = useAction();
  const [intoId, setIntoId] = useState('');
  const { data, error, refetch } = useRead(ClientMergeDocument, {
    variables: { fromId: client.id, intoId },
    skip: !intoId,
    fetchPolicy: 'no-cache',
  });

  const merge = async () => {
    if (!data) return;
    const { from, into } = data.clientMerge;
    const versions = { fromVersion: from.version, intoVersion: into.version };
    const variables = { input: { fromId: from.id, intoId: into.id, ...versions } };
    const done = await run(() => mutate({ mutation: MergeClientsDocument, variables }), ['intoId']);
    if (!done) return;
    toast(`Merged ${from.name} into ${into.name}.`);
    onClose();
    void navigate(clientPaths.edit(into.id), { replace: true });
    forget.many(from.id);
  };

  return (
    <DialogForm
      title={`Merge ${client.name}`}
      description={<Text>Into another client, for example because the company was created twice.</Text>}
      label={busy ? 'Saving...' : 'Merge'}
      danger
      wide
      busy={busy || !data}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void merge()}
    >
      <OtherClient
        label="Merge into"
        not={client.id}
        value={intoId}
        error={errors.intoId?.join(', ')}
        onChange={(chosen) => {
          clear();
          setIntoId(chosen);
        }}
      />
      {intoId && error && <Problem onRetry={() => void refetch()}>The client did not load.</Problem>}
      {intoId && !error && !data && <SkeletonRows count={6} />}
      {data && <Preview {...data} />}
      <UnsavedNote dirty={dirty} />
    </DialogForm>
  );
}
