import type { Measure, Plan } from './readMeasures';

const from = ({ stop, isStopGuessed }: Plan) => (isStopGuessed ? 'stop' : stop);

/** Describes the drawing for screen readers; the table has the exact values. */
export function summaryOf(plan: Plan, cuts: readonly (Measure | null)[]): string {
  const { positions, depths, column } = plan;
  const range = (measures: readonly Measure[]) => `${measures[0]?.text} to ${measures.at(-1)?.text}`;
  const typed = cuts.some(Boolean)
    ? ` Cut from bow to tip: ${cuts.map((cut) => cut?.number ?? 'uncut').join(', ')}.`
    : ' Without cuts.';
  return (
    `The key, drawn: ${positions.length} positions, ${range(positions)} from the ${from(plan)}; ` +
    `${depths.length === 1 ? '1 depth' : `${depths.length} depths`}, ${range(depths)} (${column}).${typed}`
  );
}

/** The caption: what is shown, what is guessed, and what is schematic. */
export function captionOf(plan: Plan, isWidthMadeUp: boolean, sides: string): string {
  const { unit, column, isDouble, isStopGuessed } = plan;
  const edges = isDouble ? 'both edges cut' : 'one edge cut';
  const words = unit.words.replace(/^\w/, (letter) => letter.toUpperCase());
  return [
    `${words}; one scale for both axes.`,
    `Depths: ${column}, ${edges}${sides ? '' : '; how many sides are cut is not recorded'}.`,
    isStopGuessed ? 'Drawn from the shoulder: a guess.' : '',
    `Blade tip, bow${isWidthMadeUp ? ', blade width' : ''} and the shape of the cuts are schematic.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes a position and its cut. */
export function positionInWords(plan: Plan, index: number, cut: Measure | null | undefined): string {
  const position = plan.positions[index];
  const depth = cut ? `, cut to depth ${cut.number} (${cut.text})` : '';
  return `Position ${position?.number}: ${position?.text} from the ${from(plan)}${depth}`;
}
