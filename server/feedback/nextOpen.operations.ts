import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '../gate/operation';
import { RecordInput, toId } from '../inputs/record';
import { Correction, CorrectionState } from './correction.entity';
import { Feedback, FeedbackState } from './feedback.entity';

/** After the record `id` in the order of the list, newest first; from the top again after the last one. */
async function nextOpen<T extends { id: number }>(em: EntityManager, Entity: new () => T, open: object, id: number) {
  const options = { orderBy: { id: 'desc' as const } };
  return ((await em.findOne(Entity as new () => { id: number }, { ...open, id: { $lt: id } }, options)) ??
    (await em.findOne(Entity as new () => { id: number }, { ...open, id: { $gt: id } }, options))) as T | null;
}

export const nextOpenCorrection = query('admin', RecordInput, ({ em }, { id }) =>
  nextOpen(em, Correction, { state: CorrectionState.OPEN }, toId(id)),
);

export const nextOpenFeedback = query('admin', RecordInput, ({ em }, { id }) =>
  nextOpen(em, Feedback, { state: FeedbackState.OPEN }, toId(id)),
);
