import type { StoredChange } from '../history/modelChange.entity';
import { KEY_DATA } from '../keyData';
import { fieldOf, type ModelRow } from './modelRow';

interface HistoryField {
  field: string;
  label: string;
  /** What is displayed. */
  shown(model: ModelRow): string;
  /** What is stored, if it differs. */
  stored?(model: ModelRow): string;
  /** In place of nothing, the value before a model is created. */
  atFirst?: string;
}

const shownAs = (field: string, label: string) => ({ field, label, shown: (model: ModelRow) => fieldOf(model, field) });
const imagesOf = ({ images = [] }: ModelRow) => images.map(({ hash }) => hash);

/** What the history records, in its order. */
const FIELDS: HistoryField[] = [
  { ...shownAs('make', 'Make'), stored: ({ make }) => String(make.id) },
  shownAs('name', 'Model'),
  shownAs('year', 'Year'),
  ...KEY_DATA.map(({ name, label, read }) => ({ field: name, label, shown: read })),
  { ...shownAs('sample', 'Sample data'), atFirst: 'no' },
  {
    field: 'images',
    label: 'Images',
    shown: (model) => String(imagesOf(model).length || ''),
    stored: (model) => imagesOf(model).join(' '),
  },
];

/** How `after` differs from `before`, null for a new model: what the history says, and what `writeModels` writes. */
export function changesBetween(before: ModelRow | null, after: ModelRow): StoredChange[] {
  const changes: StoredChange[] = [];
  for (const { field, label, shown, stored, atFirst = '' } of FIELDS) {
    const text = stored ?? shown;
    const [was, is] = [before ? text(before) : atFirst, text(after)];
    if (was === is) continue;
    const values = stored ? { storedBefore: was, storedAfter: is } : {};
    changes.push({ field, label, before: before ? shown(before) : atFirst, after: shown(after), ...values });
  }
  return changes;
}
