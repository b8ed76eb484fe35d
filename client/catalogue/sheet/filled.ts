/** The rows up to the last one that holds something, numbered: a sheet shows dashes between filled ones, but none at the end. */
export const filled = <Row>(rows: readonly Row[], holds: (row: Row) => boolean) =>
  rows.slice(0, rows.findLastIndex(holds) + 1).map((row, index) => ({ number: index + 1, row }));
