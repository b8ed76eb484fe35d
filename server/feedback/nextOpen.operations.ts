import type { EntityManager } from '@mikro-orm/postgresql';
import { described } from '../gate/operation';
import { RecordInput, toId } from '../inputs/record';
import { Correction, CorrectionState, notRepeated } from './correction.entity';
import { Feedback, FeedbackState } from './feedback.entity';

/** After the record `id` in the order of the list, newest first; from the top again after the last one. */
async function nextOpen<T extends { id: number }>(
  em: EntityManager,
  Entity: new () => T,
  open: () => object,
  id: number,
) {
  const options = { orderBy: { id: 'desc' as const } };
  return ((await em.findOne(Entity as new () => { id: number }, { ...open(), id: { $lt: id } }, options)) ??
    (await em.findOne(Entity as new () => { id: number }, { ...open(), id: { $gt: id } }, options))) as T | null;
}

export const nextOpenCorrection = described(
  'The open correction that comes after this one, newest first; from the top again after the last one. Of open disputes about the same sheet, only the oldest.',
  'CATALOGUE',
).query('admin', RecordInput, ({ em }, { id }) =>
  nextOpen(em, Correction, () => ({ state: CorrectionState.OPEN, ...notRepeated() }), toId(id)),
);

export const nextOpenFeedback = described(
  'The open feedback that comes after this one, newest first; from the top again after the last one.',
).query('admin', RecordInput, ({ em }, { id }) =>
  nextOpen(em, Feedback, () => ({ state: FeedbackState.OPEN }), toId(id)),
);
