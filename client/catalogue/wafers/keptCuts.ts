import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { keepInTab, keptInTab } from '../../session';
import type { Column } from '../drawing/bitting';
import { lockText, spacing, systemTexts, wafers } from '../keyData';

/** What is typed at a partial key. */
export interface TypedCuts {
  /** By lock and position, as typed. */
  cuts: Readonly<Record<string, Readonly<Record<number, string>>>>;
  /** Caliper values by position. */
  measured: Readonly<Record<number, string>>;
  /** What was measured; null for the usual. */
  column: Column | null;
  /** Another MACS than the recorded one; null for that. */
  macs: string | null;
  /** The keys that were tried. */
  tried: readonly string[];
}

export const NOTHING_TYPED: TypedCuts = { cuts: {}, measured: {}, column: null, macs: null, tried: [] };

type Model = KeyDataFragment & { id: string };

const nameOf = ({ id }: Model) => `partialKey ${id}`;

/** The key data that gives what is typed its meaning: what was typed for another state of it is not used. */
const meaningOf = (model: Model) =>
  JSON.stringify([
    ...[lockText, ...wafers.data, ...systemTexts, ...spacing.data].map(({ read }) => read(model)),
    ...model.depth.map(({ name, oneX, twoX }) => [name, oneX, twoX]),
  ]);

/** What was typed for a model before the page was reloaded. */
export function keptCuts(model: Model): TypedCuts | null {
  try {
    const { of, typed } = JSON.parse(keptInTab(nameOf(model)) ?? '{}');
    return of === meaningOf(model) ? { ...NOTHING_TYPED, ...typed } : null;
  } catch {
    return null;
  }
}

/** Keeps it in this tab, until the user leaves; it is never sent. */
export const keepCuts = (model: Model, typed: TypedCuts) =>
  keepInTab(nameOf(model), typed === NOTHING_TYPED ? null : JSON.stringify({ of: meaningOf(model), typed }));
