import { parseArgs } from 'node:util';

export interface Options {
  /** Short rounds on 50,000 models; no growth, no exports. */
  quick: boolean;
  /** What to measure: `W1` … `W8`, `START`, `GROWTH`, `BROWSER`; undefined: everything but the browser, which `--browser` measures. */
  only: string[] | undefined;
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const only = values.browser ? 'browser' : values.only;
  return { quick: values.quick, only: only?.toUpperCase().split(',') };
}
