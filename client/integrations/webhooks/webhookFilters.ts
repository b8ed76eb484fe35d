import { filterSet } from '../../components/list/filter/filterSet';
import { stateOf, stateTerm } from '../../components/list/filter/state';
import type { WebhookState } from '../../graphql/generated/webhooks';
import { webhookWords } from './stateMarks';

export const webhookFilters = filterSet('Webhooks', { state: stateTerm(webhookWords) }, ({ state }) => ({
  state: stateOf<WebhookState>(state),
}));
