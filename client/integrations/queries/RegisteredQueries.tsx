import { useApolloClient } from '@apollo/client/react';
import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Check, Copy, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import { DataList } from '../../components/list/DataList';
import { useListFilters } from '../../components/list/filter/useListFilters';
import type { Column } from '../../components/list/listColumn';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import { copyText } from '../../components/text/copyText';
import { formatDay, formatMoment } from '../../components/text/date';
import { StateMark } from '../../components/text/StateMark';
import {
  DeleteRegisteredQueryDocument,
  RegisteredQueriesDocument,
  type RegisteredQueryRowFragment,
  type RegisteredQuerySort,
} from '../../graphql/generated/queries';
import { useForgetFields } from '../../graphql/useForgetFields';
import { queryFilters } from './queryFilters';

const RegisterQuery = lazyScreen(() => import('./RegisterQuery').then((file) => file.RegisterQuery));

const Document = chakra('details', {
  base: {
    '& summary': { cursor: 'pointer', minH: 'control', alignContent: 'center' },
    '& pre': { fontFamily: 'mono', fontSize: 'sm', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', pb: 2 },
  },
});

interface Actions {
  copy: (query: RegisteredQueryRowFragment) => void;
  remove: (query: RegisteredQueryRowFragment) => void;
}

const columnsWith = ({ copy, remove }: Actions): Column<RegisteredQueryRowFragment, RegisteredQuerySort>[] => [
  {
    header: 'Name',
    key: 'name',
    sort: 'NAME',
    least: 14,
    cell: ({ name, document }) => (
      <Document>
        <summary>{name}</summary>
        <pre translate="no">{document}</pre>
      </Document>
    ),
  },
  {
    header: 'State',
    key: 'state',
    least: 10,
    cell: ({ problem }) => (
      <StateMark Icon={problem ? TriangleAlert : Check} color={problem ? 'danger' : 'success'}>
        {problem ? `No longer valid: ${problem}` : 'Valid'}
      </StateMark>
    ),
  },
  {
    header: 'Registered',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    cell: ({ createdAt, createdBy }) => <span title={`By ${createdBy}`}>{formatDay(createdAt)}</span>,
  },
  {
    header: 'Last used',
    key: 'lastUsedAt',
    sort: 'LAST_USED_AT',
    least: 8,
    cell: ({ lastUsedAt }) => (lastUsedAt ? formatMoment(lastUsedAt) : 'Never'),
  },
  {
    header: 'Actions',
    key: 'actions',
    least: 9,
    cell: (query) => (
      <Flex gap={2} wrap="wrap">
        <Button variant="outline" aria-label={`Copy the id of ${query.name}`} onClick={() => copy(query)}>
          <Copy aria-hidden="true" />
          Copy id
        </Button>
        <Button variant="outline" aria-label={`Delete ${query.name}`} onClick={() => remove(query)}>
          <Trash2 aria-hidden="true" />
          Delete
        </Button>
      </Flex>
    ),
  },
];

/** Documents that programs send by their ids (docs/rules.md, "API tokens"). */
export function RegisteredQueries() {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const { run, problem } = useAction();
  const [registering, setRegistering] = useState(false);
  const [removing, setRemoving] = useState<RegisteredQueryRowFragment | null>(null);
  const [uncopied, setUncopied] = useState<RegisteredQueryRowFragment | null>(null);
  const columns = useMemo(() => {
    const copy = async (query: RegisteredQueryRowFragment) => {
      const copied = await copyText(query.hash);
      setUncopied(copied ? null : query);
      if (copied) toast(`Copied the id of ${query.name}.`);
    };
    return columnsWith({ copy: (query) => void copy(query), remove: setRemoving });
  }, []);
  const failure =
    problem ?? (uncopied && `The browser did not allow copying. The id of ${uncopied.name} is ${uncopied.hash}.`);
  const filter = useListFilters(queryFilters);
  const remove = async ({ id, name }: RegisteredQueryRowFragment) => {
    setRemoving(null);
    const done = await run(() => mutate({ mutation: DeleteRegisteredQueryDocument, variables: { id } }));
    if (!done) return;
    toast(`Deleted ${name}.`);
    forget(['registeredQueries'], { __typename: 'RegisteredQuery', id });
  };
  return (
    <>
      <DataList
        title="Registered Query"
        heading="Registered Queries"
        actions={
          <Button onClick={() => setRegistering(true)}>
            <Plus aria-hidden="true" />
            Register a query
          </Button>
        }
        notice={
          failure && (
            <Box mb={3}>
              <Problem>{failure}</Problem>
            </Box>
          )
        }
        columns={columns}
        document={RegisteredQueriesDocument}
        pageOf={({ registeredQueries }) => registeredQueries}
        defaultSort={{ key: 'name', dir: 'asc' }}
        failure="An error occurred while fetching the registered queries."
        filter={filter}
      />
      <Suspense fallback={null}>{registering && <RegisterQuery onClose={() => setRegistering(false)} />}</Suspense>
      <ConfirmDialog
        open={removing !== null}
        title={`Delete ${removing?.name ?? ''}?`}
        cancel="Cancel"
        confirm="Delete"
        onCancel={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      >
        Programs that send its id are refused from now on.
      </ConfirmDialog>
    </>
  );
}
