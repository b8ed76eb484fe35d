import { chakra } from '@chakra-ui/react';
import { Link, useSearchParams } from 'react-router-dom';
import { pageOf } from '../../../components/list/useListState';
import { formatCount } from '../../../components/text/counts';
import type { ImportRecordFragment } from '../../../graphql/generated/imports';
import { verdicts, verdictsOf } from '../importWords';
import type { Mending } from '../mending/useMending';
import { ImportRows } from './ImportRows';

const Tabs = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(6.25rem, 1fr))',
    bg: 'panel',
    borderWidth: '1px',
    borderTopRadius: 'sm',
    overflow: 'hidden',
    '& > li': { borderRightWidth: '1px', borderBottomWidth: '1px', mr: '-1px', mb: '-1px' },
    '& > li > *': {
      display: 'flex',
      flexDirection: 'column',
      px: 3,
      py: 2,
      h: 'full',
      color: 'muted',
      outlineOffset: '-3px!',
    },
    '& a': { color: 'accent', borderBottomWidth: '3px', borderColor: 'transparent' },
    '& a:hover': { bg: 'subtle' },
    '& a[aria-current]': { bg: 'subtle', borderColor: 'accent', fontWeight: 'bold' },
    '& b': { fontFamily: 'mono', fontSize: 'lg', lineHeight: 'snug', fontWeight: 'bold' },
  },
});

/** The number of rows per verdict; a click shows the rows. Kept in the URL: `?show=refused&page=2`. */
export function ImportTotals({ record, mending }: { record: ImportRecordFragment; mending?: Mending }) {
  const [params, setParams] = useSearchParams();
  const { totals } = record;
  if (!totals) return null;

  const asked = verdicts.find(
    ([verdict, , total]) => verdict.toLowerCase() === params.get('show') && totals[total] > 0,
  );
  const current = asked ?? verdicts.find(([, , total]) => totals[total] > 0) ?? verdicts[0];
  const showing = (show: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    next.set('show', show.toLowerCase());
    return next;
  };
  return (
    <>
      <nav aria-label="Rows by result">
        <Tabs>
          {verdictsOf(totals).map(([verdict, label, total]) => {
            const content = (
              <>
                <b>{formatCount(totals[total])}</b>
                {label}
              </>
            );
            return (
              <li key={verdict}>
                {totals[total] > 0 ? (
                  <Link
                    to={{ search: `?${showing(verdict)}` }}
                    preventScrollReset
                    aria-current={verdict === current?.[0] ? 'true' : undefined}
                  >
                    {content}
                  </Link>
                ) : (
                  <span>{content}</span>
                )}
              </li>
            );
          })}
        </Tabs>
      </nav>
      {current && !record.rowsDeletedAt && (
        <ImportRows
          key={current[0]}
          record={record}
          mending={mending}
          verdict={current[0]}
          label={current[1]}
          page={pageOf(params)}
          onPage={(page) => {
            const next = new URLSearchParams(params);
            next.set('page', String(page));
            setParams(next, { preventScrollReset: true });
          }}
          linked={record.state !== 'UNDONE' && (record.kind !== 'DELETE' || record.state === 'CHECKED')}
        />
      )}
    </>
  );
}
