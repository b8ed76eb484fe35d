/** The goals: shares of the floor's answers in a second, by workload and column. */

export const COLUMNS = {
  rest: 'REST',
  graph: "graph, client's own",
  other: 'graph, any other',
  cached: 'cached answers',
  cachedFloor: 'cached by the floor',
  peer: 'PostGraphile',
} as const;
export type Column = keyof typeof COLUMNS;

const lookups = { rest: 0.85, graph: 0.8, other: 0.2, cached: 3 };
const lists = { rest: 0.85, graph: 0.8, other: 0.2 };

export const GOALS: Record<string, Partial<Record<Column, number>>> = {
  W1: lookups,
  W2: lookups,
  W3: lookups,
  W4: lists,
  W5: lists,
  W6: { rest: 0.5, graph: 0.5 },
  W9: { graph: 0.8, other: 0.2 },
};

/** The largest contentful paint of visitors' pages, and their total blocking time, in milliseconds: for 95 and 90 points of Lighthouse. */
export const LARGEST: Record<string, number> = { '/': 2500, '/login': 3000 };
export const BLOCKING = 200;

/** From the icon to a pinned sheet, without a network, in milliseconds. */
export const OPENING = 1000;
