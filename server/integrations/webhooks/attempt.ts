import { ReceiverError, type Receivers } from '../../outside/receivers/receivers';
import { bodyOf, secretsOf, signatureOf } from './payload';
import type { Webhook } from './webhook.entity';
import type { DeliveryAttempt, WebhookDelivery } from './webhookDelivery.entity';

/** What is sent, and to whom. */
export type Sending = Pick<WebhookDelivery, 'id' | 'eventId' | 'event' | 'ids' | 'occurredAt' | 'tries'> & {
  webhook: Pick<Webhook, 'url' | 'secret' | 'previousSecret' | 'previousUntil'>;
};

/** Sends a delivery once, outside of any transaction. Throws only if `signal` was aborted. */
export async function attempt(
  receivers: Receivers,
  publicOrigin: string,
  { id, webhook, ...event }: Sending,
  signal?: AbortSignal,
): Promise<DeliveryAttempt> {
  const at = new Date();
  const body = bodyOf(event, publicOrigin);
  const secrets = secretsOf(webhook, at);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Motokey-Webhooks',
    'motokey-event': event.event,
    'motokey-event-id': event.eventId,
    'motokey-delivery': String(id),
    'motokey-signature': signatureOf(body, secrets, at),
  };
  const began = performance.now();
  const outcome = (error: string, status: number | null = null, answer = ''): DeliveryAttempt => ({
    at,
    status,
    error,
    answer,
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    const { status, text } = await receivers.post(webhook.url, { headers, body }, signal);
    // The receiver knows the secret, and may repeat it.
    const answer = secrets.reduce((shown, secret) => shown.replaceAll(secret, '(secret)'), text);
    return outcome(wrongStatus(status), status, answer);
  } catch (error) {
    if (error instanceof ReceiverError) return outcome(error.message);
    throw error;
  }
}

function wrongStatus(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return `It answered ${status}. Redirects are not followed.`;
  return `It answered ${status}.`;
}
