import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType } from 'type-graphql';
import { isSameValue, KeyDataField, keyDatum, unitOf } from '../../catalogue/keyData';
import type { ModelRow } from '../../catalogue/models/modelRow';
import { modelsWith, requireModel } from '../../catalogue/models/readModels';
import type { Caller } from '../../context';
import { AppError, invalid } from '../../errors';
import { once } from '../../gate/once/once';
import { described } from '../../gate/operation';
import { Optional, Rule, TextField, wrongText } from '../../inputs/fields';
import { toId } from '../../inputs/record';
import { SentOnce } from '../../inputs/sentOnce';
import { ManyLines } from '../../inputs/textForms';
import { joinDispute, tellDisputes } from './dispute';
import { evidenceOf } from './evidence';
import { Verdict } from './verdict.entity';

@InputType({ description: 'What a company says of one value.' })
class ValueVerdict {
  @Field(() => KeyDataField, { description: 'The field of the key data.' })
  field!: string;

  @Field(() => Boolean, { description: 'Whether the value worked; otherwise it is wrong.' })
  worked!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'What the sheet said: CONFLICT if it says something else by now. If absent, nothing is compared.',
  })
  value?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The value that was found in place of a wrong one; null if it is not known.',
  })
  found?: string | null;
}

@InputType({
  description: 'What the caller’s company says of values of a sheet, in place of what it said of them before.',
})
export class SaveVerdictInput extends SentOnce {
  @Field(() => ID, { description: 'The model’s id.' })
  modelId!: string;

  @Field(() => [ValueVerdict], { description: 'The values, each field once.' })
  @Rule(wrongVerdicts)
  @ManyLines()
  verdicts!: ValueVerdict[];

  @TextField({ label: 'blank', description: 'The key blank that was used.' })
  blank?: string | null;

  @TextField({ label: 'tool', description: 'The tool that was used.' })
  tool?: string | null;

  @TextField({ label: 'remark', max: 10_000, description: 'What else there is to say.' })
  remark?: string | null;
}

function wrongVerdicts(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return 'Choose at least one value.';
  if (new Set(value.map(({ field }) => field)).size < value.length) return 'There is more than one verdict on a value.';
  for (const { field, worked, found } of value) {
    if (found == null) continue;
    const { label, max, choices } = keyDatum(field);
    if (worked) return `${label} cannot have worked if something else was found.`;
    const wrong = wrongText(found, { label: `${label} that was found`, max, choices, required: true });
    if (wrong) return wrong;
  }
  return null;
}

export const saveVerdict = described(
  'Says for the caller’s company which values of a sheet worked, or are wrong. A wrong value waits for the decision of an administrator.',
).chain(
  'company',
  SaveVerdictInput,
  async ({ commit, user, openSheets }, input) => {
    const id = toId(input.modelId);
    // The present values are compared and returned.
    await openSheets(user, [id]);
    return commit((em) => {
      const answer = () => evidenceOf(em, user, id);
      const sent = { user, write: 'saveVerdict', sentId: input.sentId };
      return once(em, sent, () => say(em, user, id, input).then(answer), answer);
    });
  },
  { what: 'verdicts of', most: 200, counts: ({ verdicts }) => verdicts.length },
);

/** Of verdicts on a model at the same time, all but one wait for that one: they join the same dispute. */
const takeTurns = (em: EntityManager, modelId: number) =>
  em.execute(`select pg_advisory_xact_lock(hashtext('verdicts'), ?)`, [modelId]);

async function say(em: EntityManager, user: Caller, modelId: number, input: SaveVerdictInput): Promise<void> {
  await takeTurns(em, modelId);
  const model = requireModel(await modelsWith(em, [modelId]));
  const touched = new Set<number>();
  for (const said of input.verdicts) {
    const value = presentValueOf(model, said);
    const found = said.worked || said.found == null ? null : keyDatum(said.field).chosen(said.found, unitOf(model));
    if (found !== null && isSameValue(said.field, found, value))
      throw invalid({ verdicts: [`The sheet already says this: ${value}.`] });
    const own = { client: user.client.id, modelId, field: said.field, value };
    const before = await em.findOne(Verdict, own);
    if (before?.correction) touched.add(before.correction.id);
    const dispute = said.worked ? null : await joinDispute(em, user, model, said.field, found);
    if (dispute) touched.add(dispute.id);
    const verdict = {
      user: user.id,
      username: user.username,
      worked: said.worked,
      found,
      blank: input.blank ?? '',
      tool: input.tool ?? '',
      remark: input.remark ?? '',
      correction: dispute,
      saidAt: new Date(),
    };
    if (before) em.assign(before, verdict);
    else em.create(Verdict, { ...own, ...verdict });
    await em.flush();
  }
  await tellDisputes(em, touched);
}

/** The value on which the verdict is. */
function presentValueOf(model: ModelRow, { field, value, worked }: ValueVerdict): string {
  const { label, read } = keyDatum(field);
  const present = read(model);
  if (value != null && !isSameValue(field, value, present))
    throw new AppError('CONFLICT', `The sheet has been changed: ${label} is ${present || 'empty'} now.`);
  if (worked && present === '') throw invalid({ verdicts: [`The sheet does not say ${label}.`] });
  return present;
}

@InputType({ description: 'Which verdicts of the caller’s company to take back.' })
export class DeleteVerdictInput {
  @Field(() => ID, { description: 'The model’s id.' })
  modelId!: string;

  @Field(() => [KeyDataField], { nullable: true, description: 'Of which values; all if absent.' })
  @Optional()
  fields?: string[] | null;
}

export const deleteVerdict = described(
  'Takes back what the caller’s company says of values of a sheet. A value that nobody else disputes no longer waits for a decision.',
).chain('company', DeleteVerdictInput, async ({ commit, user, openSheets }, { modelId, fields }) => {
  const id = toId(modelId);
  await openSheets(user, [id]);
  return commit(async (em) => {
    await takeTurns(em, id);
    const [model] = await modelsWith(em, [id]);
    const said = await em.find(Verdict, {
      client: user.client.id,
      modelId: id,
      ...(fields && { field: { $in: fields } }),
    });
    const present = said.filter(({ field, value }) => model && isSameValue(field, keyDatum(field).read(model), value));
    const disputes = present.flatMap(({ correction }) => correction?.id ?? []);
    for (const verdict of present) em.remove(verdict);
    await em.flush();
    await tellDisputes(em, new Set(disputes));
    return evidenceOf(em, user, id);
  });
});
