import type { KeyDataFragment, ModelSheetFragment } from '../../graphql/generated/catalogue';
import type { WithOwn } from '../company/useOwnValues';
import type { TypedBitting } from '../drawing/printedBitting';
import type { Depth, Length, Plan } from '../drawing/readMeasures';
import { inUnit, LENGTH_UNITS, type LengthUnit, plainText } from '../drawing/units';
import { cutting } from '../keyData';

/** What the list says of the bike and its system. */
export type CutListModel = WithOwn<KeyDataFragment> & Pick<ModelSheetFragment, 'make' | 'name' | 'year' | 'sample'>;

/** A length in both units. In the recorded one it has all the digits that were recorded. */
type Both = Record<LengthUnit, string>;

interface CutRow {
  position: number;
  /** The distance from the stop. */
  distance: Both;
  depth: string;
  root: Both;
  /** From cut to cut; null where it is not known, or where one edge is cut. */
  across: Both | null;
}

export interface CutList {
  /** The bike. */
  title: string;
  /** The system, the stop and the bitting, with their labels. */
  facts: (readonly [label: string, value: string])[];
  /** From bow to tip. */
  rows: CutRow[];
  /** Whether both edges are cut, so that 2x has a meaning. */
  isDouble: boolean;
  /** Warnings for whoever cuts the key. */
  warnings: string[];
}

/** The list, or why there is none. */
type Answer = { list: CutList; reason: null } | { list: null; reason: string };

/** The cutting information that a code machine needs. */
const SYSTEM = cutting.data.filter(({ name }) => name !== 'pakaPunch');

/** Why this bitting has no cut list; undefined if it has one. */
function lackOf(plan: Plan, { cuts, isReadable, problems }: TypedBitting): string | undefined {
  const typed = cuts.filter(Boolean).length;
  if (!isReadable) return problems[0];
  if (typed < cuts.length) return `${typed} of ${cuts.length} cuts are typed`;
  if (!plan.unit.isRecorded) return 'The unit is not recorded';
  if (plan.unit.warning) return plan.unit.warning;
  if (plan.isStopGuessed) return 'The stop is not recorded';
  if (cuts.every((cut) => cut?.root)) return undefined;
  return plan.isLeft
    ? 'Only 2x is recorded, and the root depth does not follow from it without the blade width'
    : 'The depths are cuts into the blade, and the root depth does not follow from them without the blade width';
}

/** What to cut, from a complete bitting; never a part of it (docs/look.md, "Cut list"). */
export function cutListOf(model: CutListModel, plan: Plan, bitting: TypedBitting): Answer {
  const reason = lackOf(plan, bitting);
  if (reason) return { list: null, reason };
  const { unit, isDouble } = plan;
  const inOne = ({ value, recorded }: Length, name: LengthUnit) =>
    recorded && name === unit.name ? plainText(recorded, value, unit) : inUnit(value, unit, name);
  const both = (length: Length): Both => ({ inch: inOne(length, 'inch'), mm: inOne(length, 'mm') });
  const cuts = bitting.cuts.filter((cut): cut is Depth & { root: Length } => Boolean(cut?.root));
  const rows = plan.positions.flatMap((position, index): CutRow[] => {
    const cut = cuts[index];
    if (!cut) return [];
    return [
      {
        position: position.number,
        distance: both(position),
        depth: cut.name,
        root: both(cut.root),
        across: cut.across && both(cut.across),
      },
    ];
  });
  const lacks2x = isDouble && rows.some(({ across }) => !across);
  return {
    reason: null,
    list: {
      title: `${model.make.displayName} ${model.name} ${model.year}`,
      facts: [
        ...SYSTEM.map(({ sheetLabel, read }) => [sheetLabel, read(model) || '—'] as const),
        ['Stop', plan.stop],
        ['Bitting', `${cuts.map(({ name }) => name).join('-')}, bow to tip`],
      ],
      rows,
      isDouble,
      warnings: [
        ...(model.hasOwnMeasures ? ['With our own values'] : []),
        ...(model.sample ? ['Sample data: do not cut from it'] : []),
        ...bitting.problems,
        ...(plan.conflict ? [plan.conflict] : []),
        ...(lacks2x ? ['2x is not recorded, and does not follow without the blade width'] : []),
      ],
    },
  };
}

/** The headings of the columns, and the cells of each row: every length in inches and in millimetres. */
export function cellsOf({ rows, isDouble }: CutList): { heads: string[]; cells: string[][] } {
  const has2x = isDouble && rows.every(({ across }) => across);
  const inBoth = (head: string) => [`${head} (in)`, `${head} (mm)`];
  const texts = (both: Both) => LENGTH_UNITS.map((unit) => both[unit]);
  return {
    heads: ['Position', ...inBoth('From stop'), 'Depth', ...inBoth('Root 1x'), ...(has2x ? inBoth('2x') : [])],
    cells: rows.map(({ position, distance, depth, root, across }) => [
      String(position),
      ...texts(distance),
      depth,
      ...texts(root),
      ...(has2x && across ? texts(across) : []),
    ]),
  };
}
