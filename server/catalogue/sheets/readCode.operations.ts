import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { notFound } from '../../errors';
import { described } from '../../gate/operation';
import { Rule, wrongText } from '../../inputs/fields';
import { toId } from '../../inputs/record';
import { depthOf } from '../keyData';
import { fromJson } from '../makes/makeRow';
import type { ModelRow } from '../models/modelRow';
import { MODEL } from '../models/readModels';
import { type CodeMeaning, meaningOf } from '../series/codeMeaning';

@ArgsType()
export class ReadCodeInput {
  @Field(() => ID, { description: 'The id of the model whose sheet reads the code.' })
  modelId!: string;

  @Field(() => String, { description: 'A key code, in any case and with any signs, e.g. A132414.' })
  @Rule((value) => wrongText(value, { label: 'key code', required: true }))
  code!: string;
}

@ObjectType({ description: 'What a key code means on the sheet of a model.' })
export class CodeReading implements CodeMeaning {
  /** Whose sheet it opens. */
  modelId!: number;

  @Field(() => String, { nullable: true, description: 'The series that has the code, as it is recorded.' })
  series!: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'The names of the depths to cut, from bow to tip. If the direction of the codes is unknown, they are as in the code, which is the order from bow to tip if it is read so. Null if the code does not give them.',
  })
  cuts!: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The cuts, from bow to tip, if the code is read tip to bow; only if its direction is unknown.',
  })
  otherCuts!: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'How the code is read: `bow to tip`, `tip to bow`, or `unknown`. Null without cuts.',
  })
  direction!: CodeMeaning['direction'];

  @Field(() => String, { nullable: true, description: 'Why there are no cuts. Null with cuts.' })
  problem!: string | null;
}

export const readCode = described(
  'What a key code means on the sheet of a model: the cuts of a direct code. It opens the sheet; its series counts as a match in Jump.',
  'LOOKUP',
).read(
  'member',
  ReadCodeInput,
  async (ctx, { modelId, code }): Promise<CodeReading> => {
    const { read, user } = ctx;
    const found = await read<ModelRow>(MODEL, [toId(modelId)]);
    if (!found) throw notFound('model');
    const model = fromJson<ModelRow>(found);
    const rows = depthOf(model).map((row, index) => ({ ...row, number: String(index + 1) }));
    const depths = rows
      .filter(({ name, oneX, twoX }) => name || oneX || twoX)
      .map(({ name, number }) => name || number);
    const { codeSeries, codeDirection } = model;
    const spent = await ctx.spentMatches(user);
    const meaning = meaningOf(code, { codeSeries, codeDirection, depths });
    const match = `series ${model.id} ${meaning.series}`;
    if (spent && !spent.hasSeen(match)) return spent.refuse();
    if (meaning.series !== null) await ctx.showMatches(user, [match]);
    return { modelId: model.id, ...meaning };
  },
  ({ modelId }) => [modelId],
);
