import { Check, CircleDot, CirclePause, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { StateMark } from '../../components/text/StateMark';
import type { DeliveryState, WebhookState } from '../../graphql/generated/webhooks';

interface Look {
  Icon: LucideIcon;
  color: string;
}

export const webhookWords: Record<WebhookState, string> = {
  ENABLED: 'Enabled',
  FAILING: 'Failing',
  DISABLED: 'Disabled',
  DISABLED_AFTER_FAILURES: 'Disabled after failures',
};

const webhookLooks: Record<WebhookState, Look> = {
  ENABLED: { Icon: Check, color: 'success' },
  FAILING: { Icon: TriangleAlert, color: 'warning' },
  DISABLED: { Icon: CirclePause, color: 'muted' },
  DISABLED_AFTER_FAILURES: { Icon: X, color: 'danger' },
};

export const WebhookMark = ({ state }: { state: WebhookState }) => (
  <StateMark {...webhookLooks[state]}>{webhookWords[state]}</StateMark>
);

export const deliveryWords: Record<DeliveryState, string> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  GAVE_UP: 'Given up',
};

const deliveryLooks: Record<DeliveryState, Look> = {
  WAITING: { Icon: CircleDot, color: 'accent' },
  DELIVERED: { Icon: Check, color: 'success' },
  GAVE_UP: { Icon: X, color: 'danger' },
};

export const DeliveryMark = ({ state }: { state: DeliveryState }) => (
  <StateMark {...deliveryLooks[state]}>{deliveryWords[state]}</StateMark>
);
