import { ArgsType, Field, ID } from 'type-graphql';
import { notFound } from './errors';

/** For operations on one record. */
@ArgsType()
export class RecordInput {
  @Field(() => ID, { description: 'Identifies the record.' })
  id!: string;
}

/** The id of a record as PostgreSQL's integer; what cannot be one is a record that does not exist. */
export function toId(id: unknown): number {
  const number = typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : id;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 2_147_483_647) throw notFound();
  return number;
}
