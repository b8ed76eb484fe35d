import type { ReactNode } from 'react';

/** The fields that every row has. */
export interface ListRow {
  id: string;
}

export interface Column<Row extends ListRow, Sort extends string = string> {
  /** The column's heading. */
  header: string;
  /** Its name in the URL. */
  key: string;
  /** The server's sort key; a column without it is not sortable. */
  sort?: Sort;
  /** Dates and the like stay on one line. */
  short?: boolean;
  /** `position` is the row's number across all pages, from 1. */
  cell: (row: Row, position: number) => ReactNode;
}

export type Direction = 'asc' | 'desc';

export interface Sorting {
  key: string;
  dir: Direction;
}
