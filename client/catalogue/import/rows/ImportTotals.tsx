import { useSearchParams } from 'react-router-dom';
import { pageOf } from '../../../components/list/useListState';
import type { ImportRecordFragment } from '../../../graphql/generated/imports';
import { verdicts, verdictsOf } from '../importWords';
import type { Mending } from '../mending/useMending';
import { ImportRows } from './ImportRows';
import { VerdictTabs } from './VerdictTabs';

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
      <VerdictTabs
        tabs={verdictsOf(totals).map(([verdict, label, total]) => ({ verdict, label, count: totals[total] }))}
        current={current?.[0]}
        searchOf={showing}
      />
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
