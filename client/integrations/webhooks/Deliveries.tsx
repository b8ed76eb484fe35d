import { Button } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../components/LinkButton';
import { useListFilters } from '../../components/list/filter/useListFilters';
import { ListScreen } from '../../components/list/ListScreen';
import type { Column } from '../../components/list/listColumn';
import { useListState } from '../../components/list/useListState';
import { formatCount } from '../../components/text/counts';
import { formatLogged } from '../../components/text/date';
import { type DeliveryFragment, WebhookDeliveriesDocument } from '../../graphql/generated/webhooks';
import { useRead } from '../../graphql/useRead';
import { webhookPaths } from '../../paths';
import { DeliveryDialog } from './DeliveryDialog';
import { deliveryFilters } from './deliveryFilters';
import { outcomeOf } from './outcomeOf';
import { DeliveryMark } from './stateMarks';

const columnsOf = (open: (delivery: DeliveryFragment) => void): Column<DeliveryFragment>[] => [
  {
    header: 'Time',
    key: 'createdAt',
    short: true,
    least: 10.5,
    cell: (delivery) => (
      <Button
        variant="plain"
        h="auto"
        minH="control"
        p={0}
        color="accent"
        textDecoration="underline"
        onClick={() => open(delivery)}
      >
        {formatLogged(delivery.createdAt)}
      </Button>
    ),
  },
  { header: 'Event', key: 'event', verbatim: true, least: 10, cell: ({ event }) => event },
  { header: 'Records', key: 'records', short: true, least: 4.5, cell: ({ records }) => formatCount(records) },
  { header: 'State', key: 'state', short: true, cell: ({ state }) => <DeliveryMark state={state} /> },
  { header: 'Attempts', key: 'attempts', short: true, least: 5, cell: ({ attempts }) => attempts.length },
  { header: 'Last attempt', key: 'outcome', least: 12, cell: (delivery) => outcomeOf(delivery) },
];

const LIMIT = 10;

/** The deliveries of the webhook of `?id=`, the newest first. */
export function Deliveries() {
  const id = useSearchParams()[0].get('id') ?? '';
  const [opened, setOpened] = useState<DeliveryFragment | null>(null);
  const columns = columnsOf(setOpened);
  const { page, setPage } = useListState(columns);
  const filter = useListFilters(deliveryFilters);
  const { data, previousData, error, loading, refetch } = useRead(WebhookDeliveriesDocument, {
    variables: { id, page, limit: LIMIT, filter: filter.filter },
    fetchPolicy: 'cache-and-network',
  });
  const whole = data ?? previousData;
  return (
    <>
      <ListScreen
        heading="Deliveries"
        subject={whole?.webhook.url ?? ''}
        screen={`deliveries ${id}`}
        actions={
          <LinkButton to={webhookPaths.edit(id)} Icon={Pencil}>
            Edit the webhook
          </LinkButton>
        }
        controls={filter.controls}
        onClear={filter.active ? filter.onClear : undefined}
        columns={columns}
        shown={whole?.webhookDeliveries}
        former={!data}
        loading={loading}
        failure={error && 'An error occurred while fetching the deliveries.'}
        onRetry={() => void refetch()}
        page={page}
        limit={LIMIT}
        onPage={setPage}
      />
      {opened && <DeliveryDialog delivery={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
