/**
 * What the texts of `codeSeries` mean, kept for the triggers that fill the index of Jump
 * (docs/decisions/0088-one-grammar-of-code-series.md).
 */

import { GRAMMAR, readSeries } from './codeSeries.ts';

/** A row of `jump_readings`. */
interface SeriesRow {
  value: string;
  grammar: number;
  /** What the index needs of each; null if the text cannot be read. */
  series: object[] | null;
  reason: string | null;
}

/** The rows of these texts, each once and in the same order everywhere, so that writers do not wait for each other in a circle. */
export const readingsOf = (texts: Iterable<string>): SeriesRow[] =>
  [...new Set(texts)]
    .filter(Boolean)
    .sort()
    .map((value) => {
      const { series, reason } = readSeries(value);
      const indexed = series?.map(({ text: _text, isWhole, ...rest }) => ({ ...rest, is_whole: isWhole })) ?? null;
      return { value, grammar: GRAMMAR, series: indexed, reason };
    });

/** Inserts the rows that `parameter` has as JSON, except for texts that have been read before. */
export const insertReadings = (parameter: string, unlessKnown = 'do nothing') =>
  `insert into jump_readings (value, grammar, series, reason)
   select value, grammar, series, reason
   from jsonb_to_recordset(${parameter}) as r (value text, grammar int, series jsonb, reason text)
   order by value on conflict (value) ${unlessKnown}`;

/** The same, and reads again what an older grammar has read. A newer one may be that of a later release. */
export const replaceReadings = (parameter: string) =>
  insertReadings(
    parameter,
    `do update set grammar = excluded.grammar, series = excluded.series, reason = excluded.reason
     where jump_readings.grammar < excluded.grammar`,
  );
