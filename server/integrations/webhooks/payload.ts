import { createHmac, randomBytes } from 'node:crypto';
import type { Webhook } from './webhook.entity';
import type { WebhookDelivery } from './webhookDelivery.entity';

/** The event of a test, which is about no records. */
export const TEST = 'test';

/** How to read a record that an event is about, where there is an operation for one. */
const QUERIES: Record<string, string> = {
  model: 'query ($id: ID!) { model(id: $id) { id name year version make { id displayName } } }',
  make: 'query ($id: ID!) { make(id: $id) { id displayName version } }',
  keySystem: 'query ($id: ID!) { keySystem(id: $id) { id name version } }',
  correction: 'query ($id: ID!) { correction(id: $id) { id state make model year } }',
};

type Event = Pick<WebhookDelivery, 'eventId' | 'event' | 'ids' | 'occurredAt'>;

/** The body of a delivery, the same in each attempt: ids, and a query by which to fetch them (docs/webhooks.md). */
export function bodyOf({ eventId, event, ids, occurredAt }: Event, publicOrigin: string): string {
  const [kind = '', what] = event.split('.');
  const query = what === 'deleted' ? undefined : QUERIES[kind];
  return JSON.stringify({
    id: eventId,
    type: event,
    createdAt: occurredAt.toISOString(),
    data: ids.map((id) => ({ id: String(id) })),
    ...(query && { fetch: { url: `${publicOrigin}/graphql`, query } }),
  });
}

export const newSecret = () => `mkwh_${randomBytes(32).toString('base64url')}`;

type Signing = Pick<Webhook, 'secret' | 'previousSecret' | 'previousUntil'>;

/** The secrets that sign now. */
export const secretsOf = ({ secret, previousSecret, previousUntil }: Signing, at: Date): string[] =>
  previousSecret && previousUntil && at < previousUntil ? [secret, previousSecret] : [secret];

/** `t=…,v1=…`: the time in seconds, and HMAC-SHA-256 of `t.body` in hexadecimal, for each of the secrets. */
export function signatureOf(body: string, secrets: string[], at: Date): string {
  const time = Math.floor(at.getTime() / 1_000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')}`,
  );
  return [`t=${time}`, ...signed].join();
}
