import { filterSet } from '../../components/list/filter/filterSet';
import { stateOf, stateTerm } from '../../components/list/filter/state';
import type { DeliveryState } from '../../graphql/generated/webhooks';
import { deliveryWords } from './stateMarks';

export const deliveryFilters = filterSet('Deliveries', { state: stateTerm(deliveryWords) }, ({ state }) => ({
  state: stateOf<DeliveryState>(state),
}));
