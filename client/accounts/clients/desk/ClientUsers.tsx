import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { CalendarPlus, CreditCard, Merge, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { LinkButton } from '../../../components/LinkButton';
import { Pager } from '../../../components/list/Pager';
import { SkeletonRows } from '../../../components/list/SkeletonRows';
import { Problem } from '../../../components/notice/Problem';
import { formatCount } from '../../../components/text/counts';
import { type ClientUserFragment, ClientUsersDocument } from '../../../graphql/generated/clientDesk';
import type { ClientRecordFragment } from '../../../graphql/generated/clients';
import { useRead } from '../../../graphql/useRead';
import { payForClient } from '../../../paths';
import { AddUsersDialog } from './AddUsersDialog';
import { MergeDialog } from './MergeDialog';
import { MoveUserDialog } from './MoveUserDialog';
import { RenewDialog } from './RenewDialog';
import { UserCards } from './UserCards';

const LIMIT = 10;

interface Props {
  client: ClientRecordFragment;
  /** Whether the form beside it has changes that are not saved. */
  isDirty: () => boolean;
  /** Called when the client has changed, so the form loads it again. */
  onChanged: () => void;
}

/** The users of a client, with its seats, and what is done with all of them. */
export function ClientUsers({ client, isDirty, onChanged }: Props) {
  const [page, setPage] = useState(1);
  const [dialog, setDialog] = useState<'renew' | 'add' | 'merge' | ClientUserFragment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, previousData, error, loading, refetch } = useRead(ClientUsersDocument, {
    variables: { id: client.id, page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.users;
  const taken = shown?.total ?? client.usersCount;
  const pages = Math.ceil(taken / LIMIT);
  const close = () => setDialog(null);
  const changed = () => {
    close();
    onChanged();
  };

  return (
    <Box as="section" aria-labelledby="client-users" aria-busy={loading} minW={0}>
      <Heading as="h2" id="client-users" ref={heading} tabIndex={-1} size="lg">
        Users
      </Heading>
      <Text mb={3} color="muted">
        {formatCount(taken)} of {formatCount(client.maxUsers)} seats taken
      </Text>
      <Flex gap={2} wrap="wrap" mb={4}>
        <Button onClick={() => setDialog('renew')}>
          <CalendarPlus aria-hidden="true" />
          Renew all
        </Button>
        <Button variant="outline" onClick={() => setDialog('add')}>
          <UserPlus aria-hidden="true" />
          Add users
        </Button>
        <LinkButton to={payForClient(client.id)} Icon={CreditCard}>
          Pay for users
        </LinkButton>
        <Button variant="outline" onClick={() => setDialog('merge')}>
          <Merge aria-hidden="true" />
          Merge
        </Button>
      </Flex>
      {error && !shown && <Problem onRetry={() => void refetch()}>The users did not load.</Problem>}
      {!error && !shown && <SkeletonRows count={3} />}
      {shown?.total === 0 && <Text color="muted">This client has no users yet.</Text>}
      {shown && shown.items.length > 0 && <UserCards users={shown.items} client={client} onMove={setDialog} />}
      {pages > 1 && (
        <Box mt={3}>
          <Pager page={page} pages={pages} onChange={setPage} />
        </Box>
      )}
      {dialog === 'renew' && <RenewDialog client={client} dirty={isDirty()} onClose={close} onRenewed={changed} />}
      {dialog === 'add' && <AddUsersDialog client={client} taken={taken} onClose={close} onAdded={changed} />}
      {dialog === 'merge' && <MergeDialog client={client} dirty={isDirty()} onClose={close} />}
      {dialog && typeof dialog === 'object' && (
        <MoveUserDialog
          // The user as last read: renewing changes it, too.
          user={shown?.items.find(({ id }) => id === dialog.id) ?? dialog}
          client={client}
          loading={loading}
          onClose={close}
          onMoved={() => {
            changed();
            setPage(1);
            // The card of the user is gone.
            heading.current?.focus();
          }}
        />
      )}
    </Box>
  );
}
