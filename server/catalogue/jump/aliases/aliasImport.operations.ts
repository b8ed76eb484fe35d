import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, Int, ObjectType } from 'type-graphql';
import { described } from '../../../gate/operation';
import { wrongText } from '../../../inputs/fields';
import { fileTitle, type SheetFile, unreadable, withUpload } from '../../../inputs/sheetUpload';
import { LogEntry } from '../../../logs/logEntry.entity';
import { LogKind } from '../../../logs/logKind';
import { longWork } from '../../../outside/postgres/connections';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { quoted, type Sheet } from '../../../outside/sheets/sheet';
import { badSheet } from '../../../outside/sheets/sheetReader';
import { oneLine } from '../../../text';
import { suggestedFields } from '../../export/sheetColumns';
import { Make } from '../../makes/make.entity';
import { MakeNames } from '../../makes/makeNames';
import { MissedSearch } from '../missed/missedSearch.entity';
import { ALIAS_TEXTS, wrongNickname } from './aliasTexts';

const MAX_ROWS = 5_000;
/** The maximum number of reasons in an answer. */
const TOLD = 20;

const COLUMNS = { text: 'Alias', make: 'Make', name: 'Model' } as const;
type Column = keyof typeof COLUMNS;
const isColumn = (field: string | null): field is Column => field !== null && Object.hasOwn(COLUMNS, field);
const THEY_ARE = 'The columns are Alias (or Nickname), Make and Model.';

@ObjectType({ description: 'The result of importing aliases.' })
export class AliasTotals {
  @Field(() => Int, { description: 'How many aliases it added.' })
  new!: number;

  @Field(() => Int, { description: 'How many rows were skipped because the list or an earlier row already has them.' })
  unchanged!: number;
}

export class ImportAliasesInput {
  file!: SheetFile;
}

/** See docs/rules.md, "Jump". */
export const importAliases = described(
  'Adds the aliases of a sheet, all or nothing. If rows cannot be imported, the messages of `file` give the reasons for the first 20 of them.',
).chain('admin', ImportAliasesInput, async (ctx, { file }) =>
  withUpload(ctx, file, {}, (sheet) =>
    longWork(ctx.commit<AliasTotals>, async (em) => {
      const rows = await readAliases(sheet, new MakeNames(await em.find(Make, {})));
      const added = await addAliases(em, rows);
      await MissedSearch.forget(
        em,
        rows.map(({ text }) => text),
      );
      const totals = { new: added, unchanged: rows.length - added };
      LogEntry.write(em, ctx.user, LogKind.IMPORT_APPLIED, {
        text: `Imported aliases from ${fileTitle(file.name)}: ${totals.new} new, ${totals.unchanged} unchanged`,
      });
      return totals;
    }),
  ),
);

interface AliasRow {
  text: string;
  make_id: number;
  name: string;
}

/** The aliases of a sheet. Throws with the rows and the reasons if any row is not a valid alias. */
async function readAliases(sheet: Sheet, makes: MakeNames): Promise<AliasRow[]> {
  const rows: AliasRow[] = [];
  const refused: string[] = [];
  let columns: Column[] | undefined;
  let count = 0;
  for await (const { number, cells } of sheet.rows) {
    if (!columns) {
      columns = columnsOf(cells);
      continue;
    }
    count += 1;
    if (count > MAX_ROWS) throw badSheet('The sheet has more than 5,000 rows: split it.');
    const row = readRow(columns, cells, makes);
    if (typeof row !== 'string') rows.push(row);
    else refused.push(`Row ${number}: ${row.charAt(0).toLowerCase()}${row.slice(1)}`);
  }
  if (!columns) throw badSheet('The file is empty.');
  if (count === 0) throw badSheet('The file has headings, but no row below them.');
  if (refused.length > 0) throw refusal(refused);
  return rows;
}

function refusal(refused: string[]) {
  const more = refused.length - TOLD;
  return badSheet(...refused.slice(0, TOLD), ...(more > 0 ? [`${more} more rows cannot be imported.`] : []));
}

function columnsOf(headings: string[]): Column[] {
  const suggested = suggestedFields(headings);
  const columns: Column[] = [];
  for (const [index, heading] of headings.entries()) {
    const isNickname = /^(alias(es)?|nickname|nick|text)$/i.test(heading.trim());
    const field = isNickname ? 'text' : (suggested[index] ?? null);
    if (!isColumn(field))
      throw badSheet(`The heading ${quoted(heading.trim())} is unknown, or occurs twice. ${THEY_ARE}`);
    if (columns.includes(field)) throw badSheet(`There are two columns for ${COLUMNS[field]}. ${THEY_ARE}`);
    columns.push(field);
  }
  for (const [field, label] of Object.entries(COLUMNS))
    if (!columns.includes(field as Column)) throw badSheet(`The column ${label} is missing. ${THEY_ARE}`);
  return columns;
}

/** The alias of a row, or the problem with it. */
function readRow(columns: Column[], cells: string[], makes: MakeNames): AliasRow | string {
  if (cells.length > columns.length) return 'There are more cells than headings.';
  const bad = cells.map(unreadable).find((reason) => reason !== null);
  if (bad) return bad;
  const cell = (column: Column) => oneLine(cells[columns.indexOf(column)] ?? '');
  const [text, name, makeName] = [cell('text'), cell('name'), cell('make')];
  const wrong =
    wrongText(text, ALIAS_TEXTS.text) ??
    wrongNickname(text) ??
    wrongText(makeName, { label: 'make', required: true }) ??
    wrongText(name, ALIAS_TEXTS.name);
  if (wrong) return wrong;
  const make = makes.find(makeName);
  if (!make) return `There is no make ${quoted(makeName)}.`;
  return 'wrong' in make ? make.wrong : { text, make_id: make.id, name };
}

/** Adds the aliases that are not in the list yet; returns their number. */
async function addAliases(em: EntityManager, rows: AliasRow[]): Promise<number> {
  const { affectedRows } = await em.execute<{ affectedRows: number }>(
    `insert into aliases (text, make_id, name, created_at, updated_at)
     select text, make_id, name, now(), now()
     from rows from (jsonb_to_recordset(?) as (text text, make_id int, name text)) with ordinality as r (text, make_id, name, at)
     order by at on conflict do nothing`,
    [jsonRows(rows)],
    'run',
  );
  return affectedRows;
}
