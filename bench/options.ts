import { parseArgs } from 'node:util';

export interface Options {
  /** Short rounds on 50,000 models; no growth, no exports. */
  quick: boolean;
  /** What to measure: `W1` … `W8`, `START`, `GROWTH`; undefined: everything. */
  only: string[] | undefined;
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  return { quick: values.quick, only: values.only?.toUpperCase().split(',') };
}
