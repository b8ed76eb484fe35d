import { Box } from '@chakra-ui/react';
import { Select } from '../../components/form/Select';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { useListFilter } from '../../components/list/useListFilter';
import { WideList } from '../../components/list/WideList';
import { formatDay } from '../../components/text/date';
import {
  type CorrectionLineFragment,
  type CorrectionSort,
  CorrectionsDocument,
  type CorrectionState as State,
} from '../../graphql/generated/inbox';
import { correctionPaths } from '../../paths';
import { Excerpt } from '../Excerpt';
import { CorrectionState, stateWords } from './CorrectionState';

const columns: Column<CorrectionLineFragment, CorrectionSort>[] = [
  { header: 'SNo.', key: 'number', short: true, cell: (_row, position) => position },
  {
    header: 'Email',
    key: 'email',
    sort: 'EMAIL',
    cell: ({ id, email }) => (
      <RowLink to={correctionPaths.show(id)} row={`show ${id}`}>
        {email}
      </RowLink>
    ),
  },
  { header: 'Make', key: 'make', sort: 'MAKE', cell: ({ make }) => make },
  { header: 'Model', key: 'model', sort: 'MODEL', cell: ({ model }) => model },
  { header: 'Year', key: 'year', sort: 'YEAR', short: true, cell: ({ year }) => year },
  { header: 'Corrections', key: 'comment', cell: ({ comment }) => <Excerpt>{comment}</Excerpt> },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt }) => formatDay(createdAt),
  },
  { header: 'User', key: 'user', sort: 'USER', cell: ({ username }) => username },
  { header: 'State', key: 'state', short: true, cell: ({ state }) => <CorrectionState state={state} /> },
];

const states: readonly State[] = ['OPEN', 'APPLIED', 'DECLINED'];

export function Corrections() {
  const { params, change } = useListFilter();
  const state = states.find((one) => one.toLowerCase() === params.get('state')) ?? null;

  return (
    <WideList>
      <DataList
        title="Correction"
        paths={correctionPaths}
        columns={columns}
        document={CorrectionsDocument}
        pageOf={({ corrections }) => corrections}
        defaultSort={{ key: 'createdAt', dir: 'desc' }}
        wide
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
    </WideList>
  );
}
