/** Years as ranges, oldest first: "2003–2007, 2009". */
export function yearRanges(years: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const year of years.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && year <= last[1] + 1) last[1] = year;
    else ranges.push([year, year]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
