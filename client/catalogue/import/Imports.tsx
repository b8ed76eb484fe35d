import { Box, Button, chakra, Flex, Heading } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { download } from '../../components/download/downloads';
import { LinkButton } from '../../components/LinkButton';
import { ListResults } from '../../components/list/ListResults';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { useListState } from '../../components/list/useListState';
import { PageHeading } from '../../components/PageHeading';
import { formatCount } from '../../components/text/counts';
import { formatMoment } from '../../components/text/date';
import { Who } from '../../components/text/Who';
import { type ImportLineFragment, ImportsDocument } from '../../graphql/generated/imports';
import { useRead } from '../../graphql/useRead';
import { sheetPaths } from '../../paths';
import { useForget } from '../catalogueChanges';
import { ExportButtons } from '../export/ExportButtons';
import { stateWords, totalsWords } from './importWords';
import { ImportFile } from './upload/ImportFile';

const columns: Column<ImportLineFragment>[] = [
  {
    header: 'File',
    key: 'file',
    verbatim: true,
    cell: ({ id, fileName }) => (
      <RowLink to={sheetPaths.show(id)} row={`import ${id}`}>
        {fileName}
      </RowLink>
    ),
  },
  { header: 'State', key: 'state', short: true, least: 10, cell: stateWords },
  {
    header: 'Rows',
    key: 'rows',
    cell: ({ rowCount, totals }) => (totals ? totalsWords(totals) : formatCount(rowCount)),
  },
  { header: 'User', key: 'user', least: EMAIL, cell: (record) => <Who {...record} /> },
  {
    header: 'Date Created',
    key: 'createdAt',
    short: true,
    least: 10.5,
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
];

const LIMIT = 10;
const WHILE_WORKING_MS = 2000;

const Help = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > div': { display: 'flex', flexDirection: 'column', gap: 2, px: { base: 3, md: 4 }, py: 3 },
    '& > div + div': { borderTopWidth: { base: '1px', md: 0 }, borderLeftWidth: { base: 0, md: '1px' } },
    '& dt': { fontWeight: 'semibold' },
    '& dd:last-child': { mt: 'auto' },
  },
});

/** The import page: a new upload, templates to start from, and earlier imports. */
export function Imports() {
  const navigate = useNavigate();
  const forget = useForget();
  const { page, setPage } = useListState(columns);
  const { data, previousData, error, loading, refetch } = useRead(ImportsDocument, {
    variables: { page, limit: LIMIT },
    fetchPolicy: 'cache-and-network',
    // An import is running: poll its progress.
    pollInterval: WHILE_WORKING_MS,
    skipPollAttempt: (): boolean => document.hidden || !shown?.items.some(({ progress }) => progress),
  });
  const shown = (data ?? previousData)?.imports;

  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem">
      <PageHeading mb={4}>Import</PageHeading>
      <ImportFile
        onStarted={(id) => {
          forget.imports();
          void navigate(sheetPaths.show(id));
        }}
        onUnsure={() => void refetch().catch(() => {})}
      />
      <Help aria-label="Ways to begin" mt={4}>
        <div>
          <dt>Change models in a spreadsheet</dt>
          <dd>Edit a complete export and import it: only the cells that you changed are changed.</dd>
          <dd>
            <ExportButtons complete formats={['xlsx', 'csv']} />
          </dd>
        </div>
        <div>
          <dt>Add models</dt>
          <dd>Fill in the template, or use any sheet: you choose what each column contains.</dd>
          <dd>
            <Flex gap={2} wrap="wrap">
              {(
                [
                  ['xlsx', 'Excel'],
                  ['csv', 'CSV'],
                ] as const
              ).map(([format, label]) => (
                <Button
                  key={format}
                  variant="outline"
                  aria-label={`Template, ${label}`}
                  onClick={() =>
                    download({ url: `/imports/template.${format}`, fileName: `import-template.${format}` })
                  }
                >
                  <Download aria-hidden="true" />
                  {label}
                </Button>
              ))}
            </Flex>
          </dd>
        </div>
        <div>
          <dt>Add key systems</dt>
          <dd>Import a list as HPC or ITL print it: positions and depths, a key system in each row.</dd>
          <dd>
            <LinkButton to={sheetPaths.systems}>Import key systems</LinkButton>
          </dd>
        </div>
      </Help>
      <Heading as="h2" size="xl" mt={8} mb={3}>
        {shown ? `Imports (${formatCount(shown.total)})` : 'Imports'}
      </Heading>
      <ListResults
        label="Imports"
        columns={columns}
        shown={shown}
        former={!data}
        loading={loading}
        failure={error && 'An error occurred while fetching the imports.'}
        onRetry={() => void refetch()}
        page={page}
        limit={LIMIT}
        onPage={setPage}
      />
    </Box>
  );
}
