import { Text } from '@chakra-ui/react';
import { DataList } from '../../components/list/DataList';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { counted } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import {
  type CorrectionListLineFragment,
  type CorrectionSort,
  CorrectionsDocument,
} from '../../graphql/generated/inbox';
import { correctionPaths } from '../../paths';
import { Excerpt } from '../Excerpt';
import { StateBadge } from '../StateBadge';
import { useCorrectionFilter } from '../useInboxFilter';
import { Disputed } from './Disputed';
import { saidIn } from './said';

/** "Spacing 3: .283 → .285", and what else was said. */
function saidText(correction: CorrectionListLineFragment) {
  const { lines, remark } = saidIn(correction);
  return [...lines, remark].filter(Boolean).join('\n');
}

const columns: Column<CorrectionListLineFragment, CorrectionSort>[] = [
  { header: 'SNo.', key: 'number', short: true, least: 3, cell: (_row, position) => position },
  {
    header: 'Email',
    key: 'email',
    least: EMAIL,
    sort: 'EMAIL',
    cell: ({ id, email }) => (
      <RowLink to={correctionPaths.show(id)} row={`show ${id}`}>
        <Email>{email}</Email>
      </RowLink>
    ),
  },
  { header: 'Make', key: 'make', verbatim: true, sort: 'MAKE', cell: ({ make }) => make },
  { header: 'Model', key: 'model', verbatim: true, sort: 'MODEL', cell: ({ model }) => model },
  { header: 'Year', key: 'year', sort: 'YEAR', short: true, least: 3.5, cell: ({ year }) => year },
  {
    header: 'Corrections',
    key: 'comment',
    cell: (correction) => (
      <>
        {correction.disputed && <Disputed />}
        <Excerpt>{saidText(correction)}</Excerpt>
        {correction.alsoDisputed ? (
          <Text color="muted" fontSize="sm">
            and {counted(correction.alsoDisputed, 'other value')} of this sheet
          </Text>
        ) : null}
      </>
    ),
  },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt }) => formatDay(createdAt),
  },
  { header: 'User', key: 'user', least: EMAIL, sort: 'USER', cell: ({ username }) => <Email>{username}</Email> },
  { header: 'State', key: 'state', short: true, least: 6, cell: ({ state }) => <StateBadge state={state} /> },
];

export function Corrections() {
  const filter = useCorrectionFilter();

  return (
    <DataList
      title="Correction"
      paths={correctionPaths}
      columns={columns}
      document={CorrectionsDocument}
      pageOf={({ corrections }) => corrections}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      filter={filter}
      views="CORRECTIONS"
    />
  );
}
