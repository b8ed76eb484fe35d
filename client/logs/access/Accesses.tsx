import { DataList } from '../../components/list/DataList';
import { type Column, EMAIL } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { useListFilter } from '../../components/list/useListFilter';
import { formatMoment, isDay } from '../../components/text/date';
import { Email } from '../../components/text/Email';
import {
  AccessesDocument,
  type AccessKind,
  type AccessLineFragment,
  type AccessSort,
} from '../../graphql/generated/access';
import { modelPaths, userPaths } from '../../paths';
import { AccessFilter, accessWords } from './AccessFilter';
import { UnusualNotice } from './UnusualNotice';

const columns: Column<AccessLineFragment, AccessSort>[] = [
  {
    header: 'User',
    key: 'user',
    least: EMAIL,
    cell: ({ id, userId, username }) =>
      userId ? (
        <RowLink to={userPaths.edit(userId)} row={`user ${id}`}>
          <Email>{username}</Email>
        </RowLink>
      ) : (
        <Email>{username}</Email>
      ),
  },
  { header: 'Access', key: 'kind', short: true, cell: ({ kind }) => accessWords[kind] },
  {
    header: 'Details',
    key: 'details',
    cell: ({ id, modelId, details }) =>
      modelId ? (
        <RowLink to={modelPaths.edit(modelId)} row={`model ${id}`}>
          {details}
        </RowLink>
      ) : (
        details
      ),
  },
  { header: 'Time', key: 'time', sort: 'TIME', short: true, least: 10.5, cell: ({ at }) => formatMoment(at) },
];

const isKind = (text: string): text is AccessKind => Object.hasOwn(accessWords, text);
const dayOf = (text: string | null) => (text && isDay(text) ? text : '');

/** The access audit. */
export function Accesses() {
  const { params, change } = useListFilter();
  const kind = params.get('kind')?.toUpperCase() ?? '';
  const terms = {
    kind: isKind(kind) ? kind : '',
    user: (params.get('user') ?? '').trim().slice(0, 255),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  } as const;
  return (
    <DataList
      title="Access"
      columns={columns}
      document={AccessesDocument}
      pageOf={({ accesses }) => accesses}
      defaultSort={{ key: 'time', dir: 'desc' }}
      limit={50}
      failure="An error occurred while fetching the access audit."
      notice={<UnusualNotice />}
      filter={{
        controls: <AccessFilter terms={terms} onChange={change} />,
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
