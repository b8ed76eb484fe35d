import type { Depth, Length, Plan } from './readMeasures';
import { SHORT } from './units';

const from = ({ stop, isStopGuessed }: Plan) => (isStopGuessed ? 'stop' : stop);

/** A length with what was recorded, if it is shown in another unit: "4.01 mm, recorded as .158". */
const inWords = ({ text, recorded }: Length, { shown }: Plan) =>
  shown ? `${text} ${SHORT[shown]}${recorded ? `, recorded as ${recorded}` : ''}` : text;

/** Describes the drawing for screen readers; the table has the exact values. */
export function summaryOf(plan: Plan, cuts: readonly (Depth | null)[]): string {
  const { positions, depths, column, shown } = plan;
  const range = (measures: readonly Length[]) => `${measures[0]?.text} to ${measures.at(-1)?.text}`;
  const typed = cuts.some(Boolean)
    ? ` Cut from bow to tip: ${cuts.map((cut) => cut?.name ?? 'uncut').join(', ')}.`
    : ' Without cuts.';
  return (
    `The key, drawn${shown ? ` in ${SHORT[shown]}` : ''}: ` +
    `${positions.length} positions, ${range(positions)} from the ${from(plan)}; ` +
    `${depths.length === 1 ? '1 depth' : `${depths.length} depths`}, ${range(depths)} (${column}).${typed}`
  );
}

/** Where the width of the blade comes from; undefined if it is not known. */
function widthInWords({ width, shown }: Plan): string | undefined {
  if (!width) return undefined;
  const text = `${width.text}${shown ? ` ${SHORT[shown]}` : ''}`;
  return width.recorded
    ? `Blade width ${text}${shown ? ` (recorded as ${width.recorded})` : ''}.`
    : `Blade width ${text}, from 2 × 1x − 2x.`;
}

/** The caption: what is shown, what is guessed, and what is schematic. */
export function captionOf(plan: Plan, isWidthMadeUp: boolean, sides: string): string {
  const { unit, column, isLeft, isDouble, isStopGuessed, shown } = plan;
  const edges = isDouble ? 'both edges cut' : 'one edge cut';
  const words = shown
    ? `In ${SHORT[shown]}, recorded ${unit.words}`
    : unit.words.replace(/^\w/, (letter) => letter.toUpperCase());
  const what = isLeft ? column : `${column}, cuts into the blade`;
  return [
    `${words}; one scale for both axes.`,
    `Depths: ${what}, ${edges}${sides ? '' : '; how many sides are cut is not recorded'}.`,
    widthInWords(plan),
    isStopGuessed ? 'Drawn from the shoulder: a guess.' : '',
    `Blade tip, bow${isWidthMadeUp ? ', blade width' : ''} and the shape of the cuts are schematic.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes a position and its cut. */
export function positionInWords(plan: Plan, index: number, cut: Depth | null | undefined): string {
  const position = plan.positions[index];
  if (!position) return '';
  const at = `Position ${position.number}: ${inWords(position, plan)} from the ${from(plan)}`;
  if (!cut) return at;
  const across = cut.across && `2x ${inWords(cut.across, plan)}`;
  const depths = across ? [cut.root && `1x ${inWords(cut.root, plan)}`, across] : [inWords(cut, plan)];
  return `${at}, cut to depth ${cut.name} (${depths.filter(Boolean).join(', ')})`;
}

/** What neighbouring cuts are checked against. */
export function macsInWords({ macs }: Plan): string {
  if (macs === null) return 'MACS is not recorded: neighbouring cuts are not checked.';
  return macs === 'none'
    ? 'MACS: none. Neighbouring cuts may differ by any amount.'
    : `MACS ${macs}: neighbouring cuts are checked.`;
}
