import { Button, chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { LinkButton } from '../../components/LinkButton';
import { lazyScreen } from '../../components/lazyScreen';
import { Problem } from '../../components/notice/Problem';
import { formatDay, formatMoment } from '../../components/text/date';
import { UserTokensDocument } from '../../graphql/generated/apiTokens';
import { useRead } from '../../graphql/useRead';
import { apiTokenPaths } from '../../paths';
import { Panel } from '../users/desk/Panel';
import { scopesInWords } from './tokenWords';

const CreateToken = lazyScreen(() => import('./CreateToken').then((file) => file.CreateToken));

const List = chakra('ul', { base: { my: 2, '& > li': { py: 1 }, '& > li + li': { borderTopWidth: '1px' } } });

/** The newest of the user’s tokens that work, beside the user’s form. */
export function UserTokens({ id, username }: { id: string; username: string }) {
  const [creating, setCreating] = useState(false);
  const { data, error, loading, refetch } = useRead(UserTokensDocument, {
    variables: { userId: id },
    fetchPolicy: 'cache-and-network',
  });
  const tokens = data?.apiTokens;
  return (
    <Panel title="API tokens">
      {error && !tokens && <Problem onRetry={() => void refetch()}>The API tokens did not load.</Problem>}
      {!tokens && loading && <Skeleton h="3rem" my={2} />}
      {tokens?.total === 0 && <Text mb={2}>This user has no API tokens that work.</Text>}
      {tokens && tokens.total > 0 && (
        <List aria-label="API tokens">
          {tokens.items.map(({ id: token, name, scopes, expiresAt, lastUsedAt }) => (
            <li key={token}>
              <Text>
                <span translate="no">{name}</span>: {scopesInWords(scopes)}
              </Text>
              <Text color="muted" fontSize="sm">
                Until {formatDay(expiresAt)}; {lastUsedAt ? `last used ${formatMoment(lastUsedAt)}` : 'never used'}
              </Text>
            </li>
          ))}
        </List>
      )}
      <Flex gap={3} wrap="wrap">
        <Button type="button" variant="outline" onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          Create an API token
        </Button>
        <LinkButton to={apiTokenPaths.of(username)}>All tokens</LinkButton>
      </Flex>
      {creating && (
        <Suspense fallback={null}>
          <CreateToken user={{ id, username }} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
