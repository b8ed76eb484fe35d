import type { FilterQuery } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { noSuch, notFound } from '../../errors';
import { described } from '../../gate/operation';
import { findPage, NewestFirstInput, PageOf } from '../../inputs/list';
import { toId } from '../../inputs/record';
import { Correction } from '../correction.entity';
import { Verdict } from './verdict.entity';

@ObjectType({ description: 'Some of the verdicts on a disputed value, and how many there are.' })
export class VerdictPage extends PageOf(Verdict, 'verdicts') {}

@ArgsType()
export class DisputeVerdictsInput extends NewestFirstInput {
  @Field(() => ID, { description: 'The id of the correction.' })
  id!: string;

  @Field(() => Boolean, { description: 'Those for which the value worked, or those that say it is wrong.' })
  worked!: boolean;
}

export const disputeVerdicts = described(
  'What companies say for or against a disputed value, as it was when it was disputed.',
  'CATALOGUE',
).query('admin', DisputeVerdictsInput, async ({ em }, { id, worked, ...page }) => {
  const dispute = await em.findOneOrFail(Correction, toId(id), noSuch('dispute'));
  const [about] = dispute.proposals;
  if (!dispute.disputed || !about) throw notFound('dispute');
  const where = worked
    ? { worked, modelId: dispute.target?.id ?? null, field: dispute.disputed, value: about.reported }
    : { worked, correction: dispute.id };
  return findPage(em, Verdict, where as FilterQuery<Verdict>, { ...page, sortBy: 'saidAt' }, ['client', 'correction']);
});
