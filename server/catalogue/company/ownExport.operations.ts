import type { EntityManager } from '@mikro-orm/postgresql';
import { NoInput, scoped } from '../../gate/operation';
import type { Member } from '../companyBytes';
import type { SheetDownload } from '../export/export.operations';
import { csvLine, SHEET_FORMATS } from '../export/exportFormats';
import { snapshotStream } from '../export/exportStream';
import { keyDatum } from '../keyData';
import { BIKE, SHEETS } from './ownSheets';

const HEADINGS = ['Make', 'Model', 'Year', 'In the catalogue', 'Field', 'Value', 'By', 'Date (UTC)'];
/** In the column of the field. */
const NOTE = 'Note';

interface Row {
  make: string;
  name: string;
  year: number;
  known: boolean;
  /** Null for a note, or if the own sheet is empty. */
  field: string | null;
  value: string | null;
  username: string | null;
  at: string | null;
}

/** Own sheets read at a time. */
const BATCH = 200;

/** What a company keeps, in the order in which its sheets were begun; a line for each value and each note. */
async function* linesOf(em: EntityManager, { client }: Member): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(HEADINGS)}`;
  for (let after = 0; ; ) {
    const sheets = await em.execute<{ id: number }[]>(
      'select id from own_sheets where client_id = ? and id > ? order by id limit ?',
      [client.id, after, BATCH],
    );
    const last = sheets.at(-1)?.id;
    if (last === undefined) return;
    const rows = await em.execute<Row[]>(
      `select ${BIKE.make} as make, ${BIKE.name} as name, ${BIKE.year} as year, m.id is not null as known,
         v.field, v.value, v.username, v.at
       from ${SHEETS} left join lateral (
         select field, value, username, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as at, 0 as kind, id
           from own_values where sheet_id = s.id
         union all
         select null, text, username, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD HH24:MI'), 1, id
           from company_notes where sheet_id = s.id
       ) v on true
       where s.client_id = ? and s.id > ? and s.id <= ? order by s.id, v.kind, v.id`,
      [client.id, after, last],
    );
    for (const row of rows) yield csvLine(cellsOf(row));
    after = last;
  }
}

const cellsOf = ({ make, name, year, known, field, value, username, at }: Row) => [
  make,
  name,
  String(year),
  known ? 'Yes' : 'No',
  field ? keyDatum(field).label : value === null ? '' : NOTE,
  value ?? '',
  username ?? '',
  at ?? '',
];

/** What the caller's company keeps, as a file. Exports of the catalogue never have it. */
export const exportOwnSheets = scoped('DOWNLOAD').chain('company', NoInput, async (ctx): Promise<SheetDownload> => {
  const { body } = await snapshotStream(
    ctx,
    async () => undefined,
    (em) => linesOf(em, ctx.user),
  );
  return { fileName: 'our-sheets.csv', contentType: SHEET_FORMATS.csv.contentType, body };
});
