import { useApolloClient } from '@apollo/client/react';
import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../components/form/FormDialog';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import { styled } from '../../components/styled';
import { formatCount } from '../../components/text/counts';
import { formatLogged } from '../../components/text/date';
import { type DeliveryFragment, RepeatDeliveryDocument } from '../../graphql/generated/webhooks';
import { useForgetFields } from '../../graphql/useForgetFields';
import { outcomeOf } from './outcomeOf';
import { DeliveryMark } from './stateMarks';

const Verbatim = styled('pre', {
  bg: 'subtle',
  borderRadius: 'sm',
  p: 3,
  fontFamily: 'mono',
  fontSize: 'sm',
  maxH: '14rem',
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});

/** The body of a request, with its lines indented. */
const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

/** What was sent, what was answered, and "Send again". */
export function DeliveryDialog({ delivery, onClose }: { delivery: DeliveryFragment; onClose: () => void }) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const { run, busy, problem } = useAction();
  const [failure, setFailure] = useState<string | null>(null);
  const { id, event, eventId, state, request, attempts, nextTryAt } = delivery;
  const wrong = problem ?? failure;

  const repeat = () =>
    run(async () => {
      setFailure(null);
      const { data } = await mutate({ mutation: RepeatDeliveryDocument, variables: { id } });
      forget(['webhookDeliveries', 'webhooks', 'logEntries']);
      if (data && data.repeatDelivery.state !== 'DELIVERED')
        return setFailure(`Sent again. ${outcomeOf(data.repeatDelivery)}`);
      toast('Delivery sent again.');
      onClose();
    });

  return (
    <FormDialog
      wide
      title={`Delivery ${id}: ${event}`}
      description={
        <>
          <DeliveryMark state={state} />
          {state === 'WAITING' && <Text>Next attempt: {formatLogged(nextTryAt)}</Text>}
          <Text color="muted" fontSize="sm" overflowWrap="anywhere" translate="no">
            Event {eventId}
          </Text>
        </>
      }
      onClose={onClose}
    >
      <Flex direction="column" gap={4} mt={4}>
        {wrong && <Problem>{wrong}</Problem>}
        <section aria-label="Request">
          <Heading as="h3" size="md" mb={1}>
            Request
          </Heading>
          <Verbatim tabIndex={0} aria-label="Body of the request" translate="no">
            {indented(request)}
          </Verbatim>
        </section>
        <section aria-label="Attempts">
          <Heading as="h3" size="md" mb={1}>
            Attempts
          </Heading>
          {attempts.length === 0 && <Text>Not sent yet</Text>}
          <ol>
            {attempts.map(({ at, status, error, answer, milliseconds }) => (
              <li key={at}>
                <Text fontWeight="semibold">
                  {formatLogged(at)}: {status ?? 'no answer'} ({formatCount(milliseconds)} ms)
                </Text>
                {error && <Text>{error}</Text>}
                {answer && (
                  <Verbatim tabIndex={0} aria-label={`Answer at ${formatLogged(at)}`} translate="no">
                    {answer}
                  </Verbatim>
                )}
              </li>
            ))}
          </ol>
        </section>
        <Flex gap={3} justify="flex-end" wrap="wrap">
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button data-first-field="" aria-disabled={busy} onClick={() => !busy && void repeat()}>
            <RotateCw aria-hidden="true" />
            {busy ? 'Sending...' : 'Send again'}
          </Button>
        </Flex>
      </Flex>
    </FormDialog>
  );
}
