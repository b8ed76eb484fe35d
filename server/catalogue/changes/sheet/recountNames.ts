import type { EntityManager } from '@mikro-orm/postgresql';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { sqlKey, textKey } from '../../../text';
import { Make } from '../../makes/make.entity';
import { MakeNames } from '../../makes/makeNames';
import type { StagedChange } from '../stagedChange.entity';
import { isNoValue } from './check/noValues';
import { nearKey } from './importNear';
import { BETWEEN_MODELS } from './modelLists';

/** The columns of `import_rows` that duplicate a cell, by field. */
export const COPIES = { make: 'make', name: 'name', year: 'year' } as const;

/** The name in a row, as an expression: that of its cell, or the one that was filled down. A heading of a group has only the cell. */
export const nameIn = (copy: string, cell: string) => `coalesce(nullif(${copy}, ''), btrim(${cell}))`;

interface Use {
  make_id: number | null;
  name: string;
  rows: number;
  /** Whether a cell has the name: where all are filled down, the next check fills in another. */
  own: boolean;
  mended: boolean;
}

/** In how many rows these names of makes or models are, and those that were mended. In the order of the sheet. */
async function usesOf(em: EntityManager, found: StagedChange, field: 'make' | 'name', names: string[]): Promise<Use[]> {
  const column = found.columns.find((one) => one.field === field);
  if (!column) return [];
  const cell = `cells[${column.index + 1}]`;
  // Of a list, the copy has only its first model.
  const isList = field === 'name' && found.splitModels;
  const name = isList
    ? `btrim(regexp_split_to_table(coalesce(nullif(btrim(${cell}), ''), name), ?), E' \\t\\r')`
    : nameIn(COPIES[field], cell);
  const uses = await em.execute<Use[]>(
    `select make_id, name, count(*)::int as rows, bool_or(own) as own, bool_or(mended) as mended from (
       select number, make_id, mended, ${name} as name, btrim(coalesce(${cell}, '')) <> '' as own
       from import_rows where import_id = ? and part = 0) r
     where mended or ${sqlKey('name')} in
       (select ${sqlKey('n')} from jsonb_array_elements_text(?) n)
     group by make_id, name order by min(number)`,
    [...(isList ? [BETWEEN_MODELS] : []), found.id, jsonRows(names)],
  );
  return uses.filter(({ own }) => own);
}

/** Counts again, after rows were mended, in how many there is a name that the last check has told of. */
export async function recountNames(em: EntityManager, found: StagedChange): Promise<void> {
  const { near, missingMakes } = found;
  const of = (field: string) => near.filter((one) => one.field === field).map(({ name }) => name);
  const makes = await usesOf(em, found, 'make', [...missingMakes, ...of('make')]);
  const models = await usesOf(em, found, 'name', of('name'));

  const rows = new Map<string, number>();
  const count = (field: string, makeId: number | null, use: Use) => {
    const key = nearKey({ field, makeId, name: use.name });
    rows.set(key, (rows.get(key) ?? 0) + use.rows);
  };
  for (const use of makes) count('make', null, use);
  for (const use of models) count('name', use.make_id, use);
  found.near = near.flatMap((one) => {
    const left = rows.get(nearKey(one));
    return left ? [{ ...one, rows: left }] : [];
  });

  const known = new MakeNames(await em.find(Make, {}));
  const listed = new Set(missingMakes.map(textKey));
  for (const { name, mended } of makes)
    if (listed.has(textKey(name)) || (mended && !isNoValue('make', name))) known.find(name);
  found.missingMakes = [...known.missing.values()];
}
