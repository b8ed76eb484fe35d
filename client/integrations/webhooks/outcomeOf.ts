import { formatCount } from '../../components/text/counts';
import type { DeliveryFragment } from '../../graphql/generated/webhooks';

/** What came of the last attempt: "It answered 200 in 35 ms." */
export function outcomeOf({ attempts }: Pick<DeliveryFragment, 'attempts'>): string {
  const last = attempts.at(-1);
  if (!last) return 'Not sent yet';
  return last.error || `It answered ${last.status} in ${formatCount(last.milliseconds)} ms.`;
}
