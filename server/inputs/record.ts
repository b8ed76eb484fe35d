import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { AppError, notFound } from '../errors';

/** For operations on one record; each mutation has an input type of its own that extends it. */
@ArgsType()
@InputType()
export class RecordInput {
  @Field(() => ID, { description: 'The record’s id.' })
  id!: string;
}

/** For sweeps: everything older than this is removed. */
export class BeforeInput {
  before!: Date;
}

/** Whether it is a possible id of a record: a PostgreSQL integer, from 1. */
export const isId = (id: unknown): boolean =>
  (typeof id === 'string' || typeof id === 'number') &&
  /^\d{1,10}$/.test(String(id)) &&
  Number(id) >= 1 &&
  Number(id) <= 2_147_483_647;

/** The id of a record. An impossible id is treated as a record that does not exist. */
export function toId(id: unknown): number {
  if (!isId(id)) throw notFound();
  return Number(id);
}

/** Throws 409 if `record` has changed since the caller read `version`. Without a `version` nothing is compared. */
export function requireUnchanged(record: { version: number }, version: number | null | undefined): void {
  if (version != null && version !== record.version) {
    throw new AppError('CONFLICT', 'Somebody else has changed this record since you opened it.');
  }
}

/** Throws 409 if `count` records still belong to the one that is to be deleted. `one` is what one of them is called. */
export function requireEmpty(name: string, count: number, one: string, remedy = 'delete'): void {
  if (count === 0) return;
  const [many, them] = count === 1 ? [one, 'it'] : [`${one}s`, 'them'];
  throw new AppError('CONFLICT', `${name} has ${count.toLocaleString('en')} ${many}: ${remedy} ${them} first.`);
}
