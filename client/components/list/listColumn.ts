import type { ReactNode } from 'react';

/** The fields that every row has. */
export interface ListRow {
  id: string;
}

export interface Column<Row extends ListRow, Sort extends string = string> {
  /** The column's heading. */
  header: string;
  /** Replaces `header` in the table's head. */
  head?: ReactNode;
  /** Its name in the URL. */
  key: string;
  /** The server's sort key; a column without it is not sortable. */
  sort?: Sort;
  /** Dates and the like stay on one line. */
  short?: boolean;
  /** Names, blanks and codes: a browser that translates the page leaves them as they are. */
  verbatim?: boolean;
  /** The least width in rem. Unless given, that of a day if `short`, else that of a long word. */
  least?: number;
  /** `position` is the row's number across all pages, from 1. */
  cell: (row: Row, position: number) => ReactNode;
}

/** A page of a list, as rows or cards. */
export interface Rows<Row extends ListRow> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined during the first load: one page of skeletons is shown. */
  rows: readonly Row[] | undefined;
  /** The position of the first row in the whole list, from 1. */
  first: number;
  limit: number;
}

const DAY = 5.75;
const WORD = 7.5;
/** Of a column of emails: most are then on one line. */
export const EMAIL = 9.5;

/** The minimum width of a column, in rem, with its padding. Wider contents make the column wider. */
export const leastOf = <Row extends ListRow>({ short, least = short ? DAY : WORD }: Column<Row>) => least;

/** The width that a table cannot use: the sidebar and the padding of the screen, in rem. */
const BESIDE = 18;

/** The media query for windows in which the columns fit side by side, none so narrow that words are broken. */
export const fitting = <Row extends ListRow>(columns: readonly Column<Row>[]) =>
  `(min-width: ${columns.reduce((sum, column) => sum + leastOf(column), BESIDE)}rem)`;

export type Direction = 'asc' | 'desc';

export interface Sorting {
  key: string;
  dir: Direction;
}
