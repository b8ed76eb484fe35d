import { type Column, differenceText, measurable, measuredValue } from '../drawing/bitting';
import type { Plan } from '../drawing/readMeasures';
import type { CutReader, Known } from './cutReader';

/** What a measured cut is, or why it is none. */
export interface MeasuredCut {
  known: Known | null;
  /** How far it is from that depth: "+.002", "−.004", "exact". */
  error: string;
  problem: string | null;
}

const not = (problem: string): MeasuredCut => ({ known: null, error: '', problem });

/**
 * Turns a caliper value into a known cut. Within a third of a step it is that depth, in the middle third the half cut between
 * two. Null if nothing is typed.
 */
export function measuredCut(text: string, column: Column, plan: Plan, reader: CutReader): MeasuredCut | null {
  if (!text.trim()) return null;
  const value = measuredValue(text, plan);
  if (value === null) return not(`“${text.trim()}” is not a length`);
  const [, depths = []] = measurable(plan).find(([one]) => one === column) ?? [];
  const apart = (depth: { value: number }) => Math.abs(value - depth.value);
  const [nearest, ...others] = depths.toSorted((a, b) => apart(a) - apart(b));
  if (!nearest) return not(`No depth has ${column} recorded`);
  const steps = depths.map((depth) => Math.abs(depth.value - nearest.value)).filter((step) => step > 0);
  const step = steps.length > 0 ? Math.min(...steps) : nearest.value / 10;
  // On the other side of the value.
  const next = others.find((depth) => (depth.value - value) * (nearest.value - value) < 0);
  const difference = value - nearest.value;
  const size = differenceText(difference, plan);
  const error = Number(size) === 0 ? 'exact' : `${difference > 0 ? '+' : '−'}${size}`;
  if (!next && apart(nearest) > step / 2)
    return not(`${text.trim()} is near no depth: ${nearest.name} is ${nearest.text}`);
  const { known } = reader.readCell(nearest.name);
  const other = next && reader.readCell(next.name).known;
  const [one, two] = [known?.choices[0], other?.choices[0]];
  if (next && one !== undefined && two !== undefined && apart(nearest) * 3 > apart(next) + apart(nearest))
    return { known: reader.between(one, two), error, problem: null };
  return { known, error, problem: null };
}
