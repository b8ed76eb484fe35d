import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { LinkButton } from '../../components/LinkButton';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { formatCount } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { useOnce } from '../../components/useOnce';
import {
  DismissMissedSearchDocument,
  MissedSearchesDocument,
  type MissedSearchRowFragment,
  type MissedSearchSort,
} from '../../graphql/generated/aliases';
import { serverMessage } from '../../graphql/graphErrors';
import { useForgetFields } from '../../graphql/useForgetFields';
import { aliasPaths } from '../../paths';

/** Forgets a text that needs no alias, such as a slip of the keyboard. */
function Dismiss({
  row: { id, text },
  onFailure,
}: {
  row: MissedSearchRowFragment;
  onFailure: (text: string) => void;
}) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const [once, busy] = useOnce();
  const dismiss = (button: HTMLElement) =>
    once(async () => {
      const row = button.closest('tr, li');
      const near = row?.nextElementSibling ?? row?.previousElementSibling;
      onFailure('');
      try {
        await mutate({ mutation: DismissMissedSearchDocument, variables: { id } });
        // The row goes away: the focus is on the next one.
        const target = near?.querySelector('button') ?? document.querySelector('h1');
        target?.focus();
        announce(`Dismissed ${text}`);
        forget(['missedSearches', 'worklist']);
      } catch (error) {
        onFailure(serverMessage(error) ?? `“${text}” was not dismissed. Please try again.`);
      }
    });
  return (
    <Button
      variant="outline"
      aria-label={`Dismiss ${text}`}
      aria-disabled={busy}
      onClick={({ currentTarget }) => !busy && void dismiss(currentTarget)}
    >
      <X aria-hidden="true" />
      Dismiss
    </Button>
  );
}

const columnsWith = (onFailure: (text: string) => void): Column<MissedSearchRowFragment, MissedSearchSort>[] => [
  {
    header: 'Text',
    key: 'text',
    verbatim: true,
    sort: 'TEXT',
    cell: ({ text }) => <Text overflowWrap="anywhere">{text}</Text>,
  },
  { header: 'Times', key: 'count', sort: 'COUNT', short: true, cell: ({ count }) => formatCount(count) },
  { header: 'Last', key: 'lastAt', sort: 'LAST_AT', short: true, cell: ({ lastAt }) => formatDay(lastAt) },
  {
    header: 'Alias',
    key: 'alias',
    short: true,
    cell: ({ id, text }) => (
      <RowLink to={aliasPaths.of(text)} row={id} back label={`Add alias ${text}`}>
        Add alias
      </RowLink>
    ),
  },
  { header: 'Dismiss', key: 'dismiss', short: true, cell: (row) => <Dismiss row={row} onFailure={onFailure} /> },
];

/** What people searched for with Jump and did not find. A dismissed text is back once it is missed again. */
export function MissedSearches() {
  const [failure, setFailure] = useState('');
  const columns = useMemo(() => columnsWith(setFailure), []);
  return (
    <DataList
      title="Missed Search"
      actions={<LinkButton to={aliasPaths.list}>Aliases</LinkButton>}
      notice={
        failure && (
          <Box mb={3}>
            <Problem>{failure}</Problem>
          </Box>
        )
      }
      columns={columns}
      document={MissedSearchesDocument}
      pageOf={({ missedSearches }) => missedSearches}
      defaultSort={{ key: 'lastAt', dir: 'desc' }}
      failure="An error occurred while fetching the searches."
    />
  );
}
