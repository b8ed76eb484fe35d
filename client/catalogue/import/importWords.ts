import { counted, formatCount } from '../../components/text/counts';
import type {
  ImportField,
  ImportKind,
  ImportLineFragment,
  ImportRecordFragment,
  ImportTask,
  ImportVerdict,
} from '../../graphql/generated/imports';
import { keySystemPaths, modelPaths } from '../../paths';

type Totals = NonNullable<ImportLineFragment['totals']>;

/** The verdicts in display order, most relevant first. */
export const verdicts: readonly (readonly [verdict: ImportVerdict, label: string, total: keyof Totals])[] = [
  ['CHANGED', 'Changed', 'changed'],
  ['NEW', 'New', 'new'],
  ['DELETED', 'Deleted', 'deleted'],
  ['STALE', 'Changed since', 'stale'],
  ['REFUSED', 'Refused', 'refused'],
  ['DUPLICATE', 'Duplicates', 'duplicates'],
  ['UNCHANGED', 'Unchanged', 'unchanged'],
];

/** The verdicts to show: the two of chosen models only where they occur. */
export const verdictsOf = (totals: Totals) =>
  verdicts.filter(([, , total]) => !['deleted', 'stale'].includes(total) || totals[total] > 0);

export const taskWords: Record<ImportTask, string> = {
  CHECK: 'Checking every row',
  APPLY: 'Applying the import',
  UNDO: 'Undoing the import',
};

/** Whether its rows come from a file, not from models that were chosen in the list. */
export const isOfFile = ({ kind }: { kind: ImportKind }) => kind === 'FILE';

/** Whether a cell of this field may list several names, so that another name replaces only a part of it. */
export const mayBeListed = ({ splitModels }: ImportRecordFragment, field: ImportField) =>
  splitModels && field === 'MODEL';

/** The list from which it was started, with the words of the link to it. */
export const listBehind = ({ kind }: { kind: ImportKind }) =>
  kind === 'KEY_SYSTEM'
    ? ({ path: keySystemPaths.list, words: 'Key system list' } as const)
    : ({ path: modelPaths.list, words: 'Model list' } as const);

export const titleOf = ({ kind, fileName }: ImportLineFragment) =>
  isOfFile({ kind }) ? `Import of ${fileName}` : fileName;

const doing: Record<ImportTask, string> = { CHECK: 'Checking', APPLY: 'Applying', UNDO: 'Undoing' };

export function stateWords({ state, progress, failure }: ImportLineFragment): string {
  if (progress) return `${doing[progress.task]} · ${percentOf(progress)} %`;
  if (failure) return `${doing[failure.task]} ${failure.code === 'SERVICE_UNAVAILABLE' ? 'interrupted' : 'failed'}`;
  if (state === 'MAPPING') return 'Columns to map';
  if (state === 'CHECKED') return 'Checked, not applied';
  return state === 'APPLIED' ? 'Applied' : 'Undone';
}

export const percentOf = ({ done, total }: { done: number; total: number }) =>
  total ? Math.min(100, Math.floor((done / total) * 100)) : 0;

/** "12 changed, 3 new, 1 refused"; unchanged rows are named only if there are no others. */
export function totalsWords(totals: Totals): string {
  const parts = verdicts
    .filter(([verdict, , total]) => totals[total] > 0 && verdict !== 'UNCHANGED')
    .map(([, label, total]) =>
      total === 'duplicates'
        ? counted(totals.duplicates, 'duplicate')
        : `${formatCount(totals[total])} ${label.toLowerCase()}`,
    );
  return parts.join(', ') || `${formatCount(totals.unchanged)} unchanged`;
}

/** "a", "a and b", "a, b and c": no serial comma, as everywhere here. */
export const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** The first few of many names. */
export function someOf(names: readonly string[], most = 8): string {
  if (names.length <= most) return list.format(names);
  return list.format([...names.slice(0, most), `${formatCount(names.length - most)} others`]);
}

const areLeftOut = (totals: Totals) => {
  const kinds = [
    totals.refused && counted(totals.refused, 'refused row'),
    totals.duplicates && counted(totals.duplicates, 'duplicate'),
    totals.stale && `${counted(totals.stale, 'model')} that somebody has changed since`,
  ].filter((kind) => typeof kind === 'string');
  const one = totals.refused + totals.duplicates + totals.stale === 1;
  return kinds.length ? `${list.format(kinds)} ${one ? 'is' : 'are'} left out.` : '';
};

/** The effect of applying, in numbers, one sentence each. */
export function planWords({ totals, createMakes, missingMakes }: ImportRecordFragment): string[] {
  if (!totals) return [];
  const writes = [
    totals.changed && `changes ${counted(totals.changed, 'model')}`,
    totals.new && `creates ${counted(totals.new, 'new model')}`,
    totals.deleted && `deletes ${counted(totals.deleted, 'model')} with their pictures and histories`,
  ].filter((part) => typeof part === 'string');
  const makes = createMakes ? missingMakes : [];
  return [
    writes.length ? `Applying it ${list.format(writes)}.` : 'There is nothing to apply.',
    writes.length && makes.length
      ? `${counted(makes.length, 'missing make')} ${makes.length === 1 ? 'is' : 'are'} created: ${someOf(makes)}.`
      : '',
    areLeftOut(totals),
  ].filter(Boolean);
}

/** The applied changes. */
export function doneWords({ totals }: ImportRecordFragment): string {
  const parts = [
    totals?.changed && `${counted(totals.changed, 'model')} changed`,
    totals?.new && `${counted(totals.new, 'model')} created`,
    totals?.deleted && `${counted(totals.deleted, 'model')} deleted`,
  ].filter((part) => typeof part === 'string');
  return parts.length ? `${list.format(parts)}.` : 'Nothing was changed.';
}

/** The result of the undo. */
export function undoneWords({ undone }: ImportRecordFragment): string {
  if (!undone) return '';
  const parts = [
    undone.restored && `${counted(undone.restored, 'model')} restored`,
    undone.deleted && `${counted(undone.deleted, 'model')} deleted again`,
    undone.makesDeleted && `${counted(undone.makesDeleted, 'make')} deleted again`,
  ].filter((part) => typeof part === 'string');
  return parts.length ? `${list.format(parts)}.` : 'Nothing was reverted.';
}
