import { useApolloClient } from '@apollo/client/react';
import { Button, chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { Ban, Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import { formatDay, formatMoment } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import { StateMark } from '../../components/text/StateMark';
import {
  ConfirmMyApiTokenDocument,
  MyApiTokensDocument,
  type OwnApiTokenFragment,
  RevokeMyApiTokenDocument,
} from '../../graphql/generated/apiTokens';
import { useRead } from '../../graphql/useRead';
import { useSession } from '../../session';
import { Section } from '../secondFactor/Section';
import { scopesInWords } from './tokenWords';

const List = chakra('ul', {
  base: {
    w: 'full',
    '& > li': { py: 3, borderTopWidth: '1px' },
    '& > li:last-child': { borderBottomWidth: '1px' },
  },
});

type Asked = { what: 'confirm' | 'revoke'; token: OwnApiTokenFragment };

/** When it ended, if it has. */
const endOf = ({ state, revokedAt, expiresAt }: OwnApiTokenFragment) =>
  state === 'REVOKED' ? `Revoked ${formatDay(revokedAt ?? expiresAt)}` : `Expired ${formatDay(expiresAt)}`;

/** The tokens with which programs act in the user’s name. */
export function MyTokens() {
  const { data, error, loading, refetch } = useRead(MyApiTokensDocument, { fetchPolicy: 'cache-and-network' });
  const { mutate } = useApolloClient();
  const { user } = useSession();
  const { run, problem } = useAction();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const tokens = data?.myApiTokens;
  const ended = tokens?.filter(({ state }) => state !== 'WORKING') ?? [];
  const working = tokens?.filter(({ state }) => state === 'WORKING') ?? [];
  const mayRead = ({ scopes }: OwnApiTokenFragment) =>
    !user?.isAdmin && scopes.some((scope) => scope === 'LOOKUP' || scope === 'DOWNLOAD');

  const act = async ({ what, token: { id, name } }: Asked) => {
    setAsked(null);
    const mutation = what === 'revoke' ? RevokeMyApiTokenDocument : ConfirmMyApiTokenDocument;
    if (!(await run(() => mutate<unknown, { id: string }>({ mutation, variables: { id } })))) return;
    toast(what === 'revoke' ? `Revoked ${name}.` : `Confirmed ${name}.`);
    // The pressed button is gone.
    list.current?.focus();
  };

  return (
    <Section title="API tokens">
      <Text>A program with one of these tokens acts in your name. Administrators create them.</Text>
      {error && !tokens && <Problem onRetry={() => void refetch()}>Your API tokens did not load.</Problem>}
      {problem && <Problem onRetry={() => void refetch()}>{problem}</Problem>}
      {!tokens && loading && <Skeleton h="3rem" w="full" />}
      {tokens && working.length === 0 && <Text>No program has a token that works.</Text>}
      {tokens && (
        <List ref={list} tabIndex={-1} aria-label="API tokens" _empty={{ display: 'none' }}>
          {working.map((token) => (
            <li key={token.id}>
              <Text fontWeight="semibold" overflowWrap="anywhere">
                <span translate="no">{token.name}</span>{' '}
                <chakra.span color="muted" fontWeight="normal" whiteSpace="nowrap" translate="no">
                  {token.hint}
                </chakra.span>
              </Text>
              <Text>
                {scopesInWords(token.scopes)}, until {formatDay(token.expiresAt)}
                {token.registeredOnly && ', registered queries only'}
              </Text>
              <Text color="muted" overflowWrap="anywhere">
                Created {formatDay(token.createdAt)} by <Email>{token.createdBy}</Email>;{' '}
                {token.lastUsedAt ? `last used ${formatMoment(token.lastUsedAt)}, from ${token.lastIp}` : 'never used'}
              </Text>
              {mayRead(token) && (
                <Text mt={1}>
                  {token.confirmedAt ? (
                    <StateMark Icon={Check} color="success">
                      Reads what you and your company keep: you confirmed that {formatDay(token.confirmedAt)}
                    </StateMark>
                  ) : (
                    'Does not read what you and your company keep.'
                  )}
                </Text>
              )}
              <Flex gap={3} mt={2} wrap="wrap">
                {mayRead(token) && !token.confirmedAt && (
                  <Button
                    variant="outline"
                    aria-label={`Confirm ${token.name}`}
                    onClick={() => setAsked({ what: 'confirm', token })}
                  >
                    <Check aria-hidden="true" />
                    Confirm
                  </Button>
                )}
                <Button
                  variant="outline"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => setAsked({ what: 'revoke', token })}
                >
                  <Ban aria-hidden="true" />
                  Revoke
                </Button>
              </Flex>
            </li>
          ))}
        </List>
      )}
      {ended.length > 0 && (
        <chakra.details w="full">
          <chakra.summary cursor="pointer" minH="control" display="flex" alignItems="center" color="accent">
            {ended.length === 1 ? '1 token has ended' : `${ended.length} tokens have ended`}
          </chakra.summary>
          <List aria-label="API tokens that have ended">
            {ended.map((token) => (
              <li key={token.id}>
                <Text overflowWrap="anywhere">
                  <span translate="no">{token.name}</span>{' '}
                  <chakra.span color="muted" translate="no">
                    {token.hint}
                  </chakra.span>
                </Text>
                <Text color="muted">{endOf(token)}</Text>
              </li>
            ))}
          </List>
        </chakra.details>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked?.what === 'confirm' ? `Confirm ${asked.token.name}?` : `Revoke ${asked?.token.name ?? ''}?`}
        cancel="Cancel"
        harmless={asked?.what === 'confirm'}
        confirm={asked?.what === 'confirm' ? 'Confirm' : 'Revoke'}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void act(asked)}
      >
        {asked?.what === 'confirm' ? (
          <>
            Whoever has this token can then read your company’s own sheets and values, notes, van and verdicts, and your
            recent sheets, pins and corrections. Besides the program, that is whoever made it:{' '}
            <Email>{asked.token.createdBy}</Email>. A new secret ends this.
          </>
        ) : (
          'The program is refused from now on. This cannot be undone.'
        )}
      </ConfirmDialog>
    </Section>
  );
}
