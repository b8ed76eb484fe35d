import { useApolloClient } from '@apollo/client/react';
import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Ban, Check, Clock, type LucideIcon, Plus, RefreshCw, X } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import { DataList } from '../../components/list/DataList';
import { useListFilters } from '../../components/list/filter/useListFilters';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import { formatDay, formatMoment } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import { StateMark } from '../../components/text/StateMark';
import {
  type ApiTokenRowFragment,
  type ApiTokenSort,
  type ApiTokenState,
  ApiTokensDocument,
  RevokeApiTokenDocument,
} from '../../graphql/generated/apiTokens';
import { useForgetFields } from '../../graphql/useForgetFields';
import { userPaths } from '../../paths';
import { tokenFilters } from './tokenFilters';
import { scopesInWords, stateWords } from './tokenWords';

const CreateToken = lazyScreen(() => import('./CreateToken').then((file) => file.CreateToken));
const RotateToken = lazyScreen(() => import('./RotateToken').then((file) => file.RotateToken));

const looks: Record<ApiTokenState, { Icon: LucideIcon; color: string }> = {
  WORKING: { Icon: Check, color: 'success' },
  EXPIRED: { Icon: Clock, color: 'warning' },
  REVOKED: { Icon: X, color: 'muted' },
};

type Act = (what: 'rotate' | 'revoke', token: ApiTokenRowFragment) => void;

const columnsWith = (act: Act): Column<ApiTokenRowFragment, ApiTokenSort>[] => [
  {
    header: 'Name',
    key: 'name',
    sort: 'NAME',
    verbatim: true,
    cell: ({ name, hint }) => (
      <>
        {name}{' '}
        <chakra.span color="muted" whiteSpace="nowrap">
          {hint}
        </chakra.span>
      </>
    ),
  },
  {
    header: 'User',
    key: 'user',
    sort: 'USER',
    least: EMAIL,
    cell: ({ id, user }) =>
      user && (
        <RowLink to={userPaths.edit(user.id)} row={`user ${id}`}>
          <Email>{user.username}</Email>
        </RowLink>
      ),
  },
  {
    header: 'Scopes',
    key: 'scopes',
    cell: ({ scopes, registeredOnly, confirmedAt }) => (
      <>
        {scopesInWords(scopes)}
        {confirmedAt && <Text color="muted">Own-company data confirmed</Text>}
        {registeredOnly && <Text color="muted">Registered queries only</Text>}
      </>
    ),
  },
  {
    header: 'State',
    key: 'state',
    short: true,
    cell: ({ state }) => <StateMark {...looks[state]}>{stateWords[state]}</StateMark>,
  },
  {
    header: 'Expires',
    key: 'expiresAt',
    sort: 'EXPIRES_AT',
    short: true,
    cell: ({ expiresAt }) => formatDay(expiresAt),
  },
  {
    header: 'Last used',
    key: 'lastUsedAt',
    sort: 'LAST_USED_AT',
    least: 8,
    cell: ({ lastUsedAt, lastIp }) => (lastUsedAt ? `${formatMoment(lastUsedAt)}, from ${lastIp}` : 'Never'),
  },
  {
    header: 'Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt, createdBy }) => <span title={`By ${createdBy}`}>{formatDay(createdAt)}</span>,
  },
  {
    header: 'Actions',
    key: 'actions',
    least: 9,
    cell: (token) =>
      token.state !== 'REVOKED' && (
        <Flex gap={2} wrap="wrap">
          <Button variant="outline" aria-label={`Rotate ${token.name}`} onClick={() => act('rotate', token)}>
            <RefreshCw aria-hidden="true" />
            Rotate
          </Button>
          <Button variant="outline" aria-label={`Revoke ${token.name}`} onClick={() => act('revoke', token)}>
            <Ban aria-hidden="true" />
            Revoke
          </Button>
        </Flex>
      ),
  },
];

/** The credentials of users’ programs (docs/rules.md, "API tokens"). */
export function ApiTokens() {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const [asked, setAsked] = useState<{ what: 'create' | 'rotate' | 'revoke'; token?: ApiTokenRowFragment } | null>(
    null,
  );
  const { run, problem } = useAction();
  const columns = useMemo(() => columnsWith((what, token) => setAsked({ what, token })), []);
  const filter = useListFilters(tokenFilters);
  const close = () => setAsked(null);
  const revoke = async (token: ApiTokenRowFragment) => {
    close();
    const done = await run(() => mutate({ mutation: RevokeApiTokenDocument, variables: { id: token.id } }));
    if (!done) return;
    toast(`Revoked ${token.name}.`);
    // It may have left the tokens that are listed, such as those that work.
    forget(['apiTokens']);
  };
  const { what, token } = asked ?? {};
  return (
    <>
      <DataList
        title="API Token"
        actions={
          <Button onClick={() => setAsked({ what: 'create' })}>
            <Plus aria-hidden="true" />
            Create an API token
          </Button>
        }
        notice={
          problem && (
            <Box mb={3}>
              <Problem>{problem}</Problem>
            </Box>
          )
        }
        columns={columns}
        document={ApiTokensDocument}
        pageOf={({ apiTokens }) => apiTokens}
        defaultSort={{ key: 'createdAt', dir: 'desc' }}
        failure="An error occurred while fetching the API tokens."
        filter={filter}
      />
      <Suspense fallback={null}>
        {what === 'create' && <CreateToken onClose={close} />}
        {what === 'rotate' && token && <RotateToken token={token} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={what === 'revoke'}
        title={`Revoke ${token?.name ?? ''}?`}
        cancel="Cancel"
        confirm="Revoke"
        onCancel={close}
        onConfirm={() => token && void revoke(token)}
      >
        The program is refused from now on. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
