import { Link as TextLink } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { DataList } from '../../components/list/DataList';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { AliasesDocument, type AliasRowFragment, type AliasSort } from '../../graphql/generated/aliases';
import { aliasPaths } from '../../paths';
import { ImportButton } from './ImportButton';
import { ImportRefusal } from './ImportRefusal';
import { useAliasImport } from './useAliasImport';

const columns: Column<AliasRowFragment, AliasSort>[] = [
  {
    header: 'Alias',
    key: 'text',
    verbatim: true,
    sort: 'TEXT',
    cell: ({ id, text }) => (
      <RowLink to={aliasPaths.edit(id)} row={`edit ${id}`}>
        {text}
      </RowLink>
    ),
  },
  { header: 'Make', key: 'make', verbatim: true, sort: 'MAKE', cell: ({ make }) => make.displayName },
  { header: 'Model', key: 'name', sort: 'NAME', cell: ({ name }) => name || 'All' },
];

/** Two more lists that show what Jump does not find. */
const others = [
  [aliasPaths.series, 'Unread series'],
  [aliasPaths.searches, 'Missed searches'],
] as const;

/** The nicknames under which Jump finds models. */
export function Aliases() {
  const importing = useAliasImport();
  return (
    <DataList
      title="Alias"
      paths={aliasPaths}
      columns={columns}
      document={AliasesDocument}
      pageOf={({ aliases }) => aliases}
      failure="An error occurred while fetching the aliases."
      actions={
        <>
          {others.map(([to, label]) => (
            <TextLink key={to} asChild display="inline-flex" alignItems="center" minH="control" px={2}>
              <Link to={to}>{label}</Link>
            </TextLink>
          ))}
          <ImportButton {...importing} />
        </>
      }
      notice={<ImportRefusal {...importing} />}
    />
  );
}
