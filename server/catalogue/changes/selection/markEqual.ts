import type { EntityManager } from '@mikro-orm/postgresql';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { textKey } from '../../../text';
import { isAnotherKey, isSameModel, modelKey } from '../../models/modelRow';
import { RowVerdict } from '../stagedRow';
import type { ChosenRow } from './chosenRows';

/**
 * Marks rows as duplicates if their models would equal another one in make, name and year that they do not equal already.
 * Models with different labels are two keys of one bike, and so are those that come from one bike.
 */
export async function markEqual(em: EntityManager, rows: ChosenRow[]): Promise<void> {
  const written = rows.filter(({ verdict }) => verdict === RowVerdict.NEW || verdict === RowVerdict.CHANGED);
  const found = await em.execute<{ place: number; id: number }[]>(
    `select w.place, min(m.id) as id
     from jsonb_to_recordset(?) as w (place int, make_id int, name text, year int, model_id int, label text)
     join models m on ${isSameModel('w')} and m.id is distinct from w.model_id and not ${isAnotherKey('w.label')}
     where not exists (select from models own where own.id = w.model_id and ${isSameModel('own')}) group by w.place`,
    [
      jsonRows(
        written.map(({ make_id, name, year, model_id, label }, place) => ({
          place,
          make_id,
          name,
          year: Number(year),
          model_id,
          label,
        })),
      ),
    ],
  );
  const existing = new Map(found.map(({ place, id }) => [place, id]));
  const seen = new Map<string, ChosenRow>();
  written.forEach((row, place) => {
    const key = modelKey(row.make_id, row.name, row.year);
    const equal = existing.get(place);
    const first = seen.get(key) ?? row;
    seen.set(key, first);
    const isOther =
      first.bike === row.bike || (first.label && row.label && textKey(first.label) !== textKey(row.label));
    if (equal === undefined && isOther) return;
    const number = rows.indexOf(first) + 1;
    const what = equal === undefined ? `Row ${number} creates the same model` : `Already exists (ID ${equal})`;
    row.verdict = RowVerdict.DUPLICATE;
    row.problems = [{ column: null, message: `${what}: ${row.make} ${row.name} ${row.year}.` }];
    // The row links to the other model.
    if (row.source_id !== null && equal !== undefined) row.model_id = equal;
  });
}
