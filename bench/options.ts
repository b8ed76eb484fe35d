import { parseArgs } from 'node:util';

export interface Options {
  /** Only the workloads W1 to W6 and W9, in short rounds. */
  quick: boolean;
  /** Whether to compare with PostGraphile too. */
  peers: boolean;
  /** What to measure: `W1` … `W9`, `START`, `GROWTH`, `BROWSER`, `LOADING`, `LOADS`, `OFFLINE`; undefined: everything but the last four, which `--browser` measures. */
  only: string[] | undefined;
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const only = values.browser ? 'browser,loading,loads,offline' : values.only;
  return { quick: values.quick, peers: values.peers, only: only?.toUpperCase().split(',') };
}
