import { DataList } from '../../components/list/DataList';
import { useListFilters } from '../../components/list/filter/useListFilters';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { formatDay } from '../../components/text/date';
import { type WebhookLineFragment, type WebhookSort, WebhooksDocument } from '../../graphql/generated/webhooks';
import { webhookPaths } from '../../paths';
import { WebhookMark } from './stateMarks';
import { webhookFilters } from './webhookFilters';
import { eventsInWords } from './webhookRecord';

const columns: Column<WebhookLineFragment, WebhookSort>[] = [
  {
    header: 'Address',
    key: 'url',
    verbatim: true,
    sort: 'URL',
    least: 14,
    cell: ({ id, url }) => (
      <RowLink to={webhookPaths.edit(id)} row={`edit ${id}`}>
        {url}
      </RowLink>
    ),
  },
  { header: 'Description', key: 'description', sort: 'DESCRIPTION', cell: ({ description }) => description },
  { header: 'Events', key: 'events', least: 10, cell: ({ events }) => eventsInWords(events) },
  { header: 'State', key: 'state', least: 9, cell: ({ state }) => <WebhookMark state={state} /> },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt }) => formatDay(createdAt),
  },
  {
    header: 'Deliveries',
    key: 'deliveries',
    short: true,
    cell: ({ id, url }) => (
      <RowLink to={webhookPaths.deliveries(id)} row={`deliveries ${id}`} label={`Deliveries to ${url}`}>
        Deliveries
      </RowLink>
    ),
  },
];

export function Webhooks() {
  const filter = useListFilters(webhookFilters);
  return (
    <DataList
      title="Webhook"
      paths={webhookPaths}
      columns={columns}
      document={WebhooksDocument}
      pageOf={({ webhooks }) => webhooks}
      failure="An error occurred while fetching the webhooks."
      filter={filter}
    />
  );
}
