import { Box } from '@chakra-ui/react';
import { Select } from '../components/form/Select';
import { DataList } from '../components/list/DataList';
import { type Column, EMAIL } from '../components/list/listColumn';
import { RowLink } from '../components/list/RowLink';
import { useListFilter } from '../components/list/useListFilter';
import { formatDay } from '../components/text/date';
import { Email } from '../components/text/Email';
import {
  type FeedbackLineFragment,
  type FeedbackSort,
  type FeedbackState,
  FeedbacksDocument,
} from '../graphql/generated/inbox';
import { feedbackPaths } from '../paths';
import { Excerpt } from './Excerpt';
import { StateBadge, stateWords } from './StateBadge';

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

const states: readonly FeedbackState[] = ['OPEN', 'ANSWERED', 'CLOSED'];

export function Feedbacks() {
  const { params, change } = useListFilter();
  const state = states.find((one) => one.toLowerCase() === params.get('state')) ?? null;

  return (
    <DataList
      title="Feedback"
      paths={feedbackPaths}
      columns={columns}
      document={FeedbacksDocument}
      pageOf={({ feedbacks }) => feedbacks}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      failure="An error occurred while fetching the feedbacks."
      filter={{
        controls: (
          <Box mb={4} maxW="16rem">
            <Select
              label="State"
              value={state?.toLowerCase() ?? ''}
              options={[['', 'All states'], ...states.map((one) => [one.toLowerCase(), stateWords[one]] as const)]}
              onChange={(chosen) => change({ state: chosen })}
            />
          </Box>
        ),
        variables: { state },
        active: state !== null,
        onClear: () => change({ state: '' }),
      }}
    />
  );
}
