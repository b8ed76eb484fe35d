import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../components/LinkButton';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { counted } from '../../components/text/counts';
import { PayeesDocument, StartClientPaymentDocument } from '../../graphql/generated/payees';
import { useRead } from '../../graphql/useRead';
import { clientPaths, paths } from '../../paths';
import { savedSecret } from '../card/savedSecret';
import { PaymentForm } from '../PaymentForm';
import { ReceiptButton } from '../ReceiptButton';
import { given } from '../useStart';
import { ChoosePayees } from './ChoosePayees';

/** Opens a payment attempt for users of a client. The tab keeps its setup by who they are. */
function useStartForUsers() {
  const { mutate } = useApolloClient();
  return async (another: boolean, clientId: string, userIds: string[]) => {
    const key = `users ${userIds.join(' ')}`;
    const variables = { clientId, userIds, clientSecret: another ? undefined : savedSecret(key), anotherCard: another };
    return given((await mutate({ mutation: StartClientPaymentDocument, variables })).data?.startPayment, key);
  };
}

/**
 * An administrator pays for users of a client: chooses them, then enters a card. The chosen ones are in the URL, so a return
 * from the bank's page finds them again. They leave it with the payment, so that a reload does not begin another one.
 */
export function PayForClient() {
  const [params, setParams] = useSearchParams();
  const startForUsers = useStartForUsers();
  const id = params.get('id') ?? '';
  const [paidFor, setPaidFor] = useState<string[] | null>(null);
  const chosen = paidFor ?? [...new Set(params.get('users')?.split(',').filter(Boolean))];
  const page = Math.max(1, Number(params.get('page')) || 1);
  const { data, previousData, error, loading, refetch } = useRead(PayeesDocument, {
    variables: { id, page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data ?? previousData;
  const set = (name: string, value: string, options?: NavigateOptions) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    }, options);
  const toClient = <LinkButton to={clientPaths.edit(id)}>Back to the client</LinkButton>;

  return (
    <Box p={{ base: 4, lg: 6 }} maxW="measure">
      <PageHeading subject={shown?.client.name ?? ''} page={`pay ${chosen.length > 0}`}>
        {chosen.length > 0 ? 'Complete Your Payment' : 'Pay for users'}
      </PageHeading>
      {error && !shown && (
        <Box mt={4}>
          <Problem onRetry={() => void refetch()}>The users did not load.</Problem>
        </Box>
      )}
      {!error && !shown && <Skeleton h="20rem" mt={4} />}
      {chosen.length > 0 ? (
        <PaymentForm
          key={chosen.join(',')}
          what={`for ${counted(chosen.length, 'user')}, a year each`}
          start={(another) => startForUsers(another, id, chosen)}
          onPaid={() => {
            setPaidFor(chosen);
            set('users', '', { replace: true, preventScrollReset: true });
          }}
          note={
            <Flex gap={3} align="center" justify="space-between" wrap="wrap" pb={3} borderBottomWidth="1px">
              <Text>One payment and one receipt. It is mailed to you and to the client.</Text>
              <Button variant="outline" onClick={() => set('users', '')}>
                Change
              </Button>
            </Flex>
          }
          otherwise={
            <Button alignSelf="flex-start" variant="outline" onClick={() => set('users', '')}>
              Choose the users again
            </Button>
          }
          paidText={() =>
            `A year was added for ${counted(chosen.length, 'user')} of ${shown?.client.name ?? 'the client'}. The receipt has been mailed.`
          }
          after={(paid) => (
            <Flex gap={3} wrap="wrap">
              <ReceiptButton paid={paid} />
              {toClient}
              <LinkButton to={paths.allPayments}>All payments</LinkButton>
            </Flex>
          )}
        />
      ) : (
        shown && (
          <ChoosePayees
            payees={shown}
            page={page}
            loading={loading}
            onPage={(next) => set('page', next > 1 ? String(next) : '')}
            onChosen={(ids) => set('users', ids.join(','))}
          >
            {toClient}
          </ChoosePayees>
        )
      )}
    </Box>
  );
}
