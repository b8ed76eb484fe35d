/** The numbered rows up to the last filled one: empty rows between filled ones stay, those at the end go. */
export const filled = <Row>(rows: readonly Row[], holds: (row: Row) => boolean) =>
  rows.slice(0, rows.findLastIndex(holds) + 1).map((row, index) => ({ number: index + 1, row }));
