import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { Pager } from '../../components/list/Pager';
import { Notice } from '../../components/notice/Notice';
import { counted } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import type { PayeesQuery } from '../../graphql/generated/payees';
import { Price, YEAR_CENTS } from '../Price';

/** What the server reads at once, and the most users of one payment. */
const LIMIT = 50;

type Payee = PayeesQuery['users']['items'][number];

const List = chakra('ul', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li + li': { borderTopWidth: '1px' },
    '& label': { display: 'flex', alignItems: 'center', gap: 3, px: 3, py: 2, minH: 'control', cursor: 'pointer' },
    '& label:has(:disabled)': { cursor: 'default', color: 'muted' },
    '& input': { boxSize: 5, flexShrink: 0, accentColor: 'accent' },
    '& label > span': { flex: 1, minW: 0, overflowWrap: 'anywhere' },
  },
});

/** Why nobody can pay for this user; empty if one can. */
const obstacleOf = ({ enabled, role }: Payee) =>
  role.authority === 'ROLE_ADMIN' ? 'An administrator needs no subscription' : enabled ? '' : 'Disabled';

interface Props {
  payees: PayeesQuery;
  page: number;
  loading: boolean;
  onPage: (page: number) => void;
  onChosen: (ids: string[]) => void;
  children: ReactNode;
}

/** The users of a client, with their last days and the price of those who are ticked. */
export function ChoosePayees({ payees, page, loading, onPage, onChosen, children }: Props) {
  const { client, users } = payees;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pages = Math.ceil(users.total / LIMIT);
  const payable = users.items.filter((user) => !obstacleOf(user)).map(({ id }) => id);
  const isAll = payable.length > 0 && payable.every((id) => chosen.has(id));
  const tick = (ids: string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const problem =
    chosen.size > LIMIT ? `At most ${LIMIT} users can be paid for at once. Please pay for the others afterwards.` : '';

  return (
    <Stack gap={4} mt={4} aria-busy={loading}>
      {client.accountExpired && (
        <Notice kind="warning">
          This client is marked as expired. Until its last day has passed, no payment can be made for it.
        </Notice>
      )}
      {users.total === 0 && <Text color="muted">This client has no users yet.</Text>}
      {users.items.length > 0 && (
        <List aria-label="Users">
          <li>
            <label>
              <input
                type="checkbox"
                checked={isAll}
                disabled={payable.length === 0}
                onChange={({ target }) => tick(payable, target.checked)}
              />
              <span>{pages > 1 ? 'All on this page' : 'All'}</span>
            </label>
          </li>
          {users.items.map((user) => (
            <li key={user.id}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(user.id)}
                  disabled={obstacleOf(user) !== ''}
                  onChange={({ target }) => tick([user.id], target.checked)}
                />
                <span>
                  <chakra.span fontWeight="semibold">{user.fullName}</chakra.span>
                  <br />
                  <Email>{user.username}</Email>
                  <br />
                  {obstacleOf(user) || `Until ${formatDay(user.subscriptionEndDate)}`}
                </span>
              </label>
            </li>
          ))}
        </List>
      )}
      {pages > 1 && <Pager page={page} pages={pages} onChange={onPage} />}
      <Box role="status">
        <Price cents={chosen.size * YEAR_CENTS} what={`for ${counted(chosen.size, 'user')}, a year each`} />
        {problem && <Text color="danger">{problem}</Text>}
      </Box>
      <Flex gap={3} wrap="wrap">
        <Button disabled={chosen.size === 0 || problem !== ''} onClick={() => onChosen([...chosen])}>
          Pay by card
        </Button>
        {children}
      </Flex>
    </Stack>
  );
}
