import type { EntityManager } from '@mikro-orm/postgresql';
import { wrongText } from '../../../inputs/fields';
import { unreadable } from '../../../inputs/sheetUpload';
import { jsonRows } from '../../../outside/postgres/jsonRows';
import { quoted, type Sheet } from '../../../outside/sheets/sheet';
import { badSheet } from '../../../outside/sheets/sheetReader';
import { oneLine, wordsOf } from '../../../text';
import { suggestedFields } from '../../export/sheetColumns';
import type { MakeNames } from '../../makes/makeNames';

/** The rules for the texts of an alias, in the form and in imports. */
export const ALIAS_TEXTS = {
  text: { label: 'alias', required: true },
  name: { label: 'model' },
} as const;

/** The problem with a nickname that Jump could never find. */
export const wrongNickname = (text: string): string | null =>
  wordsOf(text).length === 0 ? 'The alias needs a letter or a digit.' : null;

const MAX_ROWS = 5_000;
/** The maximum number of reasons in an answer. */
const MOST_REPORTED = 20;

const COLUMNS = { text: 'Alias', make: 'Make', name: 'Model' } as const;
type Column = keyof typeof COLUMNS;
const isColumn = (field: string | null): field is Column => field !== null && Object.hasOwn(COLUMNS, field);
const THEY_ARE = 'The columns are Alias (or Nickname), Make and Model.';

interface AliasRow {
  text: string;
  make_id: number;
  name: string;
}

/** The aliases of a sheet. Throws with the rows and the reasons if any row is not a valid alias. */
export async function readAliases({ rows: given }: Pick<Sheet, 'rows'>, makes: MakeNames): Promise<AliasRow[]> {
  const rows: AliasRow[] = [];
  const refused: string[] = [];
  let columns: Column[] | undefined;
  let count = 0;
  for await (const { number, cells } of given) {
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
  if (count === 0) throw badSheet('The file has headings but no rows below them.');
  if (refused.length > 0) throw refusal(refused);
  return rows;
}

function refusal(refused: string[]) {
  const more = refused.length - MOST_REPORTED;
  return badSheet(...refused.slice(0, MOST_REPORTED), ...(more > 0 ? [`${more} more rows cannot be imported.`] : []));
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
export async function addAliases(em: EntityManager, rows: AliasRow[]): Promise<number> {
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
