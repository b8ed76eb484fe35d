import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { KeyRound, Send, Truck } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '../../components/LinkButton';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Notice } from '../../components/notice/Notice';
import { Problem } from '../../components/notice/Problem';
import { LogLink } from '../../components/record/LogLink';
import { useAction } from '../../components/record/useAction';
import {
  type DeliveryFragment,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
} from '../../graphql/generated/webhooks';
import { useForgetFields } from '../../graphql/useForgetFields';
import { webhookPaths } from '../../paths';
import { outcomeOf } from './outcomeOf';

interface Props {
  id: string;
  /** Shows a new secret. */
  onSecret: (secret: string) => unknown;
}

/** What can be done with a webhook besides editing it. */
export function WebhookActions({ id, onSecret }: Props) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const { run, busy, problem } = useAction();
  const [asking, setAsking] = useState(false);
  const [tested, setTested] = useState<DeliveryFragment | null>(null);

  const test = () => {
    setTested(null);
    return run(async () => {
      const { data } = await mutate({ mutation: TestWebhookDocument, variables: { id } });
      setTested(data?.testWebhook ?? null);
      forget(['webhookDeliveries', 'webhooks', 'logEntries']);
    });
  };
  const rotate = () =>
    run(async () => {
      const { data } = await mutate({ mutation: RotateWebhookSecretDocument, variables: { id } });
      forget(['logEntries']);
      if (data?.rotateWebhookSecret.secret) onSecret(data.rotateWebhookSecret.secret);
    });

  return (
    <Box>
      <Flex gap={2} wrap="wrap">
        <Button variant="outline" aria-disabled={busy} onClick={() => !busy && void test()}>
          <Send aria-hidden="true" />
          {busy ? 'Sending...' : 'Send a test'}
        </Button>
        <LinkButton to={webhookPaths.deliveries(id)} Icon={Truck}>
          Deliveries
        </LinkButton>
        <Button variant="outline" aria-disabled={busy} onClick={() => !busy && setAsking(true)}>
          <KeyRound aria-hidden="true" />
          New secret
        </Button>
        <LogLink record={`webhook-${id}`} />
      </Flex>
      <Box mt={2} css={{ '&:empty': { display: 'none' } }}>
        {problem && <Problem>{problem}</Problem>}
        {tested && (
          <Notice kind={tested.state === 'DELIVERED' ? 'success' : 'danger'} role="status">
            <Text>Test: {outcomeOf(tested)}</Text>
          </Notice>
        )}
      </Box>
      <ConfirmDialog
        open={asking}
        title="Replace the secret?"
        cancel="Cancel"
        confirm="New secret"
        harmless
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void rotate();
        }}
      >
        For a day, deliveries are signed with both the new and the present secret. Give the receiver the new one within
        that time.
      </ConfirmDialog>
    </Box>
  );
}
