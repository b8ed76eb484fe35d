import { ArgsType, Field, ObjectType } from 'type-graphql';
import { invalid } from '../../errors';
import { described } from '../../gate/operation';
import { OneOf, Optional } from '../../inputs/fields';
import { PageInput, PageOf, SortDirection } from '../../inputs/list';
import { nearKey } from './sheet/importNear';
import type { ImportColumn } from './sheet/importReading';
import { ChangeKind, StagedChange } from './stagedChange.entity';
import { RowVerdict, StagedRow } from './stagedRow';

@ArgsType()
export class RowsInput extends PageInput {
  @Field(() => SortDirection, { description: 'The direction, by row number. Ascending by default.' })
  override dir: SortDirection = SortDirection.ASC;

  @Field(() => RowVerdict, { nullable: true, description: 'Only rows with this verdict.' })
  @Optional()
  @OneOf(RowVerdict, 'There is no such verdict.')
  verdict?: RowVerdict | null;
}

/** `id` is the change's. */
class StagedRowsInput extends RowsInput {
  id!: number;
}

@ObjectType('ImportRowPage', { description: 'Some rows of an import, and how many there are.' })
export class StagedRowPage extends PageOf(StagedRow, 'rows') {}

export const importRows = described('Its rows, in the order of the file; none before the check.', 'CATALOGUE').query(
  'admin',
  StagedRowsInput,
  async ({ em, user, noteListed }, { id, verdict, page, limit, dir }) => {
    const where = `import_id = ? and ${verdict ? 'verdict = ?' : 'verdict is not null'}`;
    const params = verdict ? [id, verdict] : [id];
    const [counted] = await em.execute<{ total: number }[]>(
      `select count(*)::int as total from import_rows where ${where}`,
      params,
    );
    const found = await em.findOne(StagedChange, { id });
    if (!found) return { items: [], total: 0 };
    const imported = found.columns.filter(({ field }) => field !== null);
    // The cells of a row with several years are in its first part.
    const ofPage = `(select * from import_rows where ${where} order by number ${dir}, part ${dir} limit ? offset ?) r
    join import_rows s on s.import_id = r.import_id and s.number = r.number and s.part = 0`;
    const paged = [...params, limit, (page - 1) * limit];
    const only = (cells: string) =>
      `array[${imported.map(({ index }) => `s.${cells}[${index + 1}]`).join(', ')}]::text[]`;
    const [size] = await em.execute<{ bytes: number | null }[]>(
      `select sum(octet_length(array_to_string(${only('cells')} || ${only('original')}, '')))::float as bytes
     from ${ofPage}`,
      paged,
    );
    if ((size?.bytes ?? 0) > MOST_BYTES)
      throw invalid({ limit: ['These rows are too long: ask for fewer at a time.'] });
    const rows = await em.execute<StoredRow[]>(
      `select r.number, r.verdict, r.make, r.name as model, r.year, r.problems, r.changes, r.model_id as "modelId",
       r.make_id as "makeId", array_to_json(${only('cells')}) as cells,
       case when s.original is not null then array_to_json(${only('original')}) end as original, s.mended
     from ${ofPage} order by r.number ${dir}, r.part ${dir}`,
      paged,
    );
    // What a file adds is the caller's own. All else is the catalogue's: values that change, and those of copies.
    const sent = rows.filter(
      (row) => row.changes.length > 0 && (row.modelId !== null || found.kind !== ChangeKind.FILE),
    );
    noteListed(user, sent.length);
    return { items: rows.map((row) => asRow(row, imported, found)), total: counted?.total ?? 0 };
  },
);

/** The most that the cells of a page of rows may have. */
const MOST_BYTES = 5_000_000;

/** `cells` are those of the imported columns. */
interface StoredRow extends Omit<StagedRow, 'cells' | 'near'> {
  makeId: number | null;
  cells: (string | null)[];
  /** The original cells of the file; null unless the row was mended. */
  original: (string | null)[] | null;
}

function asRow(
  { makeId, cells, original, ...row }: StoredRow,
  imported: ImportColumn[],
  { near }: StagedChange,
): StagedRow {
  const name = makeId === null ? { field: 'make', makeId, name: row.make } : { field: 'name', makeId, name: row.model };
  return {
    ...row,
    cells: imported.map(({ index }, at) => {
      const [value, before] = [cells[at] ?? '', original ? (original[at] ?? '') : null];
      return { column: index, value, original: before === value ? null : before };
    }),
    near: near.filter((one) => nearKey(one) === nearKey(name)),
  };
}
