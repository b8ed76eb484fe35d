import type { ReadRecord, RecordKind } from '../../components/record/record';
import type { WebhookEvent, WebhookRecordFragment } from '../../graphql/generated/webhooks';
import { webhookPaths } from '../../paths';

export interface WebhookValues {
  url: string;
  description: string;
  events: WebhookEvent[];
  enabled: boolean;
}

/** In the order of the form, by what they are about. */
export const eventGroups: readonly (readonly [about: string, events: readonly (readonly [WebhookEvent, string])[]])[] =
  [
    [
      'Models',
      [
        ['MODEL_CREATED', 'created'],
        ['MODEL_CHANGED', 'changed'],
        ['MODEL_DELETED', 'deleted'],
      ],
    ],
    [
      'Makes',
      [
        ['MAKE_CREATED', 'created'],
        ['MAKE_CHANGED', 'changed'],
        ['MAKE_DELETED', 'deleted'],
      ],
    ],
    [
      'Key systems',
      [
        ['KEY_SYSTEM_CREATED', 'created'],
        ['KEY_SYSTEM_CHANGED', 'changed'],
        ['KEY_SYSTEM_DELETED', 'deleted'],
      ],
    ],
    [
      'Corrections',
      [
        ['CORRECTION_CREATED', 'sent'],
        ['CORRECTION_DECIDED', 'decided'],
      ],
    ],
    [
      'Payments',
      [
        ['PAYMENT_SUCCEEDED', 'succeeded'],
        ['PAYMENT_REFUNDED', 'refunded'],
      ],
    ],
  ];

/** E.g. "Models created, changed; Payments refunded". */
export const eventsInWords = (events: readonly WebhookEvent[]): string =>
  eventGroups
    .flatMap(([about, ofGroup]) => {
      const words = ofGroup.flatMap(([event, word]) => (events.includes(event) ? word : []));
      if (words.length === 0) return [];
      return words.length === ofGroup.length ? about : `${about} ${words.join(', ')}`;
    })
    .join('; ');

export const webhookKind: RecordKind<WebhookValues> = {
  title: 'Webhook',
  paths: webhookPaths,
  fields: [
    { name: 'url', label: 'Address' },
    { name: 'description', label: 'Description' },
    { name: 'events', label: 'Events', show: eventsInWords },
    { name: 'enabled', label: 'Enabled', show: (enabled: boolean) => (enabled ? 'yes' : 'no') },
  ],
  words: {
    created: 'Webhook created successfully!',
    updated: 'Webhook updated successfully!',
    deleted: 'Webhook deleted successfully!',
    deleteFailed: 'An error occurred while deleting the webhook.',
  },
};

export const noWebhook: WebhookValues = { url: '', description: '', events: [], enabled: true };

export const readWebhook = ({
  id,
  version,
  url,
  description,
  events,
  enabled,
}: WebhookRecordFragment): ReadRecord<WebhookValues> => ({
  id,
  version,
  name: url,
  values: { url, description, events: [...events], enabled },
});
