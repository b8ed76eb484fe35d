import { wrongText } from '../../../../inputs/fields';
import { unreadable } from '../../../../inputs/sheetUpload';
import type { Sheet, SheetRow } from '../../../../outside/sheets/sheet';
import { badSheet } from '../../../../outside/sheets/sheetReader';
import { manyLines, oneLine } from '../../../../text';
import { DEPTH, DEPTH_NAMES, SPACING, type SystemTextName } from '../../../keyData';
import type { DepthRowInput } from '../../../models/modelInput';
import { readCell } from '../../readCell';
import { isNoValue } from '../../sheet/check/noValues';
import { findHeadings } from '../../sheet/file/headings';
import { listed } from '../../sheet/file/readingNotes';
import { areInches, readMeasure } from './measures';
import { type SystemColumn, systemColumns } from './systemColumns';

const MAX_ROWS = 2_000;
/** The headings are looked for in this many rows. */
const HEAD = 100;

/** What a row says of a key system; what it does not say is absent. */
export interface SystemRow {
  /** The row of the sheet. */
  number: number;
  name: string;
  notes?: string;
  source?: string;
  /** Who has checked it, and when; empty for nobody, or an unknown time. */
  checkedBy?: string;
  checkedAt?: string;
  texts: Partial<Record<SystemTextName, string>>;
  /** Null for a position without a column. */
  spacing?: (string | null)[];
  depth?: DepthRowInput[];
  /** If each depth has its own column: the names of all that have one. */
  depthColumns?: string[];
  problems: string[];
}

/** The key systems of a list, and what the administrator has to know about how it was read. Throws if it is no such list. */
export async function readSystems({ rows: given, warnings }: Pick<Sheet, 'rows' | 'warnings'>) {
  const rows: SheetRow[] = [];
  for await (const row of given) {
    rows.push(row);
    if (rows.length > MAX_ROWS + HEAD) break;
  }
  if (rows.length === 0) throw badSheet('The file is empty.');
  const { at, rows: taken, texts: headings } = findHeadings(rows.slice(0, HEAD).map(({ cells }) => cells));
  const columns = systemColumns(headings);
  const body = rows.slice(at + taken).filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (!columns.some((column) => column && MEASURES.includes(column.is)))
    throw badSheet(
      'No column has positions or depths. A list of key systems has columns such as DSD, Name, Space 1, Space 2, Depth 1, Depth 2.',
    );
  if (body.length === 0) throw badSheet('The file has headings but no rows below them.');
  if (body.length > MAX_ROWS) throw badSheet('The sheet has more than 2,000 rows: split it.');
  const left = headings.filter((heading, index) => heading && !columns[index]);
  return {
    rows: body.map((row) => new RowOfSystem(row, columns).read()),
    warnings: [
      ...warnings,
      ...(at > 0 ? [`The headings were read from row ${rows[at]?.number}.`] : []),
      ...(left.length > 0 ? [`Left out, as their headings are not recognised: ${listed(left)}.`] : []),
    ],
  };
}

const MEASURES: readonly string[] = ['space', 'spaces', 'depth', 'depths'] satisfies SystemColumn['is'][];

class RowOfSystem {
  readonly #problems: string[] = [];
  readonly #texts: Partial<Record<SystemTextName, string>> = {};
  readonly #measures: string[] = [];

  constructor(
    private readonly row: SheetRow,
    private readonly columns: readonly (SystemColumn | null)[],
  ) {}

  read(): SystemRow {
    const { number, cells } = this.row;
    const wrong = cells.map(unreadable).find((reason) => reason !== null);
    if (wrong) this.#problems.push(wrong);
    this.#readTexts();
    const { itl, dsd, unit } = this.#texts;
    const writing = { isMetric: unit === 'mm', hasThousandths: Boolean(itl) };
    const measure = (cell: string): string => {
      const read = readMeasure(cell, writing);
      if ('wrong' in read) this.#problems.push(read.wrong);
      const value = 'value' in read ? read.value : '';
      if (value) this.#measures.push(value);
      return value;
    };
    const spacing = this.#spacing(measure);
    const depth = this.#depths(measure);
    const depthColumns = this.#cellsOf('depth').map(({ column }) => column.name);
    if (!unit && areInches(this.#measures)) this.#texts.unit = 'inch';
    const [notes, source] = [this.#text('notes'), this.#text('source')];
    const [checkedBy, checkedAt] = [this.#checkCell('checkedBy'), this.#checkCell('checkedAt')];
    if (checkedAt && !checkedBy) this.#problems.push('It says when it was checked, but not by whom.');
    const name = oneLine(this.#text('name') ?? '') || (dsd ? `DSD ${dsd}` : itl ? `ITL ${itl}` : '');
    return {
      number,
      name,
      ...(notes !== undefined && { notes: manyLines(notes) }),
      ...(source !== undefined && { source: oneLine(source) }),
      ...(checkedBy !== undefined && { checkedBy, checkedAt: checkedAt ?? '' }),
      texts: this.#texts,
      ...(spacing && { spacing }),
      ...(depth && { depth, ...(depthColumns.length > 0 && { depthColumns }) }),
      problems: [...new Set(this.#problems)],
    };
  }

  /** The cells of columns of a kind. */
  #cellsOf<Is extends SystemColumn['is']>(is: Is) {
    return this.columns.flatMap((column, index) =>
      column?.is === is
        ? [{ column: column as Extract<SystemColumn, { is: Is }>, cell: this.row.cells[index] ?? '' }]
        : [],
    );
  }

  /** The text of a column; undefined without one. */
  #text = (is: 'name' | 'notes' | 'source' | 'checkedBy' | 'checkedAt') => this.#cellsOf(is)[0]?.cell;

  #checkCell(is: 'checkedBy' | 'checkedAt'): string | undefined {
    const cell = this.#text(is);
    if (cell === undefined || isNoValue(is, cell)) return undefined;
    const { value, wrong } = readCell(is, cell);
    if (wrong) this.#problems.push(wrong);
    return value;
  }

  #readTexts(): void {
    for (const { column, cell } of this.#cellsOf('text')) {
      const { name, label, max, choices, chosen, place } = column.of;
      if (place) continue;
      const value = isNoValue(name, cell) && !choices?.includes(chosen(cell)) ? '' : chosen(cell);
      const wrong = wrongText(value, { label, max, choices });
      if (wrong) this.#problems.push(wrong);
      else this.#texts[name as SystemTextName] = value;
    }
  }

  #spacing(measure: (cell: string) => string): (string | null)[] | undefined {
    const single = this.#cellsOf('space');
    const [all] = this.#cellsOf('spaces');
    const spacing: (string | null)[] = all ? parts(all.cell).map(measure) : Array(SPACING.count).fill(null);
    for (const { column, cell } of single) spacing[column.place - 1] = measure(cell);
    const found = Array.from(spacing, (text) => text ?? (all ? '' : null));
    while (found.length > SPACING.count && !found.at(-1)) found.pop();
    if (found.length > SPACING.count)
      this.#problems.push(`It has ${found.length} spaces: a key system has at most ${SPACING.count}.`);
    return single.length > 0 || all ? found : undefined;
  }

  #depths(measure: (cell: string) => string): DepthRowInput[] | undefined {
    const own = this.#cellsOf('text').filter(({ column }) => column.of.group === 'depth');
    if (own.length > 0) return this.#ownDepths(measure);
    const single = this.#cellsOf('depth');
    const [all] = this.#cellsOf('depths');
    const named = all
      ? parts(all.cell).map((part, index) => {
          const [first = '', second] = part.split('=');
          return second === undefined
            ? { name: String(index + 1), cell: first }
            : { name: oneLine(first), cell: second };
        })
      : single.map(({ column, cell }) => ({ name: column.name, cell }));
    const rows = named.flatMap(({ name, cell }) => {
      const oneX = measure(cell);
      return oneX ? [{ name, oneX }] : [];
    });
    if (rows.length > DEPTH.rows)
      this.#problems.push(`It has ${rows.length} depths: a key system has at most ${DEPTH.rows}.`);
    return single.length > 0 || all ? rows : undefined;
  }

  /** The depths as our own complete sheets have them. */
  #ownDepths(measure: (cell: string) => string): DepthRowInput[] {
    const rows = Array.from({ length: DEPTH.rows }, (): DepthRowInput => ({}));
    for (const { column, cell } of this.#cellsOf('text')) {
      const { of } = column;
      if (of.group !== 'depth') continue;
      const index = (of.place ?? 1) - 1;
      if (of.column === DEPTH_NAMES.column) Object.assign(rows[index] ?? {}, { name: oneLine(cell) });
      else Object.assign(rows[index >> 1] ?? {}, { [index % 2 === 0 ? 'oneX' : 'twoX']: measure(cell) });
    }
    return rows;
  }
}

/** The values of a cell that holds several: ".098 .197 .295", "098, 197, 295", "1=.276; 2=.244". */
const parts = (cell: string) =>
  oneLine(cell)
    .replace(/\s*=\s*/g, '=')
    .split(/[\s;|]+|,\s+|,(?=\d+=)/)
    .filter(Boolean);
