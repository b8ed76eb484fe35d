import { type Point, profileOf } from '../drawing/profile';
import type { Depth, Plan } from '../drawing/readMeasures';
import { inUnit } from '../drawing/units';
import type { CutList } from './cutListOf';

interface Line {
  layer: 'PROFILE' | 'STOP' | 'CUTS' | 'CHECK';
  points: Point[];
}

export interface Words {
  layer: 'CUTS' | 'CHECK' | 'TEXT';
  /** Where the text begins, on its baseline. */
  at: Point;
  /** The height of its letters. */
  height: number;
  text: string;
}

/** A profile at 1:1. All lengths are in millimetres; x goes from the stop to the tip, y up from the bottom of the blade. */
export interface Shapes {
  lines: Line[];
  words: Words[];
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The bar by which a print is checked. */
const BAR = 50;
const MARGIN = 5;
const LETTERS = 2.5;
const LINE = 4.5;
/** The width of a letter as a share of its height, for a sans serif. */
const LETTER_WIDTH = 0.62;

/** Why a profile cannot be drawn; null if it can. */
export const profileReason = ({ isDouble, column, width }: Plan): string | null =>
  isDouble && column === '1x' && !width
    ? 'No profile: both edges are cut, and without the blade width or 2x their distance is not known.'
    : null;

/** The profile of a complete bitting, one line for each edge, with a check bar and what is not in the drawing. */
export function shapesOf(list: CutList, plan: Plan, cuts: readonly (Depth | null)[], sides: string): Shapes {
  const { mm } = plan.unit;
  const profile = profileOf(
    plan,
    cuts.map((cut) => cut?.value ?? null),
  );
  const scaled = (points: readonly Point[]) => points.map(([x, y]): Point => [x * mm, y * mm]);
  const width = profile.width * mm;
  const left = Math.min(profile.start * mm, 0);
  const marks = profile.xs.map((x) => x * mm);
  const notes = [
    'Profile only: warding is not drawn',
    `Print at 100 %: the bar is ${BAR} mm long.`,
    'The slopes between the cuts are schematic.',
    plan.width ? '' : `The blade width is not recorded: ${inUnit(profile.width, plan.unit, 'mm')} mm is a guess.`,
    sides ? '' : 'How many sides are cut is not recorded.',
    ...list.warnings,
    list.title,
    ...list.facts.map(([label, value]) => `${label}: ${value}`),
  ].filter(Boolean);
  const bar = -13;
  const words = notes.map(
    (text, index): Words => ({
      layer: 'TEXT',
      at: [left, bar - 6 - index * LINE],
      height: LETTERS,
      text,
    }),
  );
  const longest = Math.max(...notes.map((text) => text.length)) * LETTERS * LETTER_WIDTH * 1.4;
  return {
    lines: [
      { layer: 'PROFILE', points: scaled(profile.upper) },
      { layer: 'PROFILE', points: scaled(profile.lower) },
      {
        layer: 'STOP',
        points: [
          [0, -2],
          [0, width + 2],
        ],
      },
      ...marks.map(
        (x): Line => ({
          layer: 'CUTS',
          points: [
            [x, -1],
            [x, -2.5],
          ],
        }),
      ),
      {
        layer: 'CHECK',
        points: [
          [left, bar],
          [left + BAR, bar],
        ],
      },
      {
        layer: 'CHECK',
        points: [
          [left, bar - 1.5],
          [left, bar + 1.5],
        ],
      },
      {
        layer: 'CHECK',
        points: [
          [left + BAR, bar - 1.5],
          [left + BAR, bar + 1.5],
        ],
      },
    ],
    words: [
      ...marks.map(
        (x, index): Words => ({ layer: 'CUTS', at: [x - 0.7, -5.5], height: 2, text: cuts[index]?.name ?? '' }),
      ),
      { layer: 'CHECK', at: [left + 2, bar + 1], height: LETTERS, text: `${BAR} mm` },
      ...words,
    ],
    left: left - MARGIN,
    right: Math.max(profile.end * mm, left + BAR, left + longest) + MARGIN,
    bottom: bar - 6 - notes.length * LINE - MARGIN,
    top: width + 2 + MARGIN,
  };
}
