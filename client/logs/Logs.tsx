import { Flex } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { DataList } from '../components/list/DataList';
import { type Column, EMAIL } from '../components/list/listColumn';
import { RowLink } from '../components/list/RowLink';
import { useListFilter } from '../components/list/useListFilter';
import { formatMoment, isDay } from '../components/text/date';
import { Email } from '../components/text/Email';
import { LogEntriesDocument, type LogKind, type LogLineFragment, type LogSort } from '../graphql/generated/logs';
import { LogFilter } from './LogFilter';
import { kindWords, pathOf } from './logWords';

const columns: Column<LogLineFragment, LogSort>[] = [
  { header: 'User', key: 'user', least: EMAIL, sort: 'USER', cell: ({ username }) => <Email>{username}</Email> },
  {
    header: 'Details',
    key: 'details',
    sort: 'DETAILS',
    cell: ({ id, details, fromClient, subject }) => (
      <>
        {fromClient && (
          <Flex as="span" textStyle="label" align="center" gap={1.5} mb={1}>
            <TriangleAlert size={16} aria-hidden="true" />
            Reported by the user’s own program, not by the server:
          </Flex>
        )}
        {subject?.exists ? (
          <RowLink to={pathOf[subject.type](subject.id)} row={`record ${id}`}>
            {details}
          </RowLink>
        ) : (
          details
        )}
      </>
    ),
  },
  {
    header: 'Date Created',
    key: 'createdAt',
    sort: 'CREATED_AT',
    short: true,
    least: 10.5,
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
];

/** The longest username that the server looks for. */
const LONGEST = 255;
const isKind = (text: string): text is LogKind => Object.hasOwn(kindWords, text);
const dayOf = (text: string | null) => (text && isDay(text) ? text : '');

function termsOf(params: URLSearchParams) {
  const kind = params.get('kind')?.toUpperCase() ?? '';
  return {
    kind: isKind(kind) ? kind : '',
    user: (params.get('user') ?? '').trim().slice(0, LONGEST),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  } as const;
}

export function Logs() {
  const { params, change } = useListFilter();
  const terms = termsOf(params);
  return (
    <DataList
      title="Log"
      columns={columns}
      document={LogEntriesDocument}
      pageOf={({ logEntries }) => logEntries}
      defaultSort={{ key: 'createdAt', dir: 'desc' }}
      limit={50}
      // "clients" is the specified text for this list (docs/look.md, "Messages").
      failure="An error occurred while fetching the clients."
      filter={{
        controls: (
          <LogFilter
            terms={terms}
            onChange={({ kind, ...others }, options) =>
              change({ ...others, ...(kind !== undefined && { kind: kind.toLowerCase() }) }, options)
            }
          />
        ),
        variables: {
          kind: terms.kind || null,
          user: terms.user || null,
          from: terms.from || null,
          to: terms.to || null,
        },
        active: Object.values(terms).some(Boolean),
        onClear: () => change({ kind: '', user: '', from: '', to: '' }),
      }}
    />
  );
}
