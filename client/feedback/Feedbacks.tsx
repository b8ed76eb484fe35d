import { DataList } from '../components/list/DataList';
import { type Column, EMAIL } from '../components/list/listColumn';
import { RowLink } from '../components/list/RowLink';
import { formatDay } from '../components/text/date';
import { Email } from '../components/text/Email';
import { type FeedbackLineFragment, type FeedbackSort, FeedbacksDocument } from '../graphql/generated/inbox';
import { feedbackPaths } from '../paths';
import { Excerpt } from './Excerpt';
import { StateBadge } from './StateBadge';
import { useFeedbackFilter } from './useInboxFilter';

const columns: Column<FeedbackLineFragment, FeedbackSort>[] = [
  { header: 'SNo', key: 'number', short: true, least: 3, cell: (_row, position) => position },
  {
    header: 'Email',
    key: 'email',
    least: EMAIL,
    sort: 'EMAIL',
    cell: ({ id, email }) => (
      <RowLink to={feedbackPaths.show(id)} row={`show ${id}`}>
        <Email>{email}</Email>
      </RowLink>
    ),
  },
  { header: 'Comment', key: 'comment', cell: ({ comment }) => <Excerpt>{comment}</Excerpt> },
  { header: 'State', key: 'state', short: true, least: 6.5, cell: ({ state }) => <StateBadge state={state} /> },
  { header: 'Date', key: 'createdAt', sort: 'CREATED_AT', short: true, cell: ({ createdAt }) => formatDay(createdAt) },
];

export function Feedbacks() {
  const filter = useFeedbackFilter();

  return (
    <DataList
      title="Feedback"
      paths={feedbackPaths}
      columns={columns}
      document={FeedbacksDocument}
      pageOf={({ feedbacks }) => feedbacks}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      failure="An error occurred while fetching the feedbacks."
      filter={filter}
      views="FEEDBACK"
    />
  );
}
