import { Args, Ctx, Field, InputType, Resolver } from 'type-graphql';
import type { Context } from '../../../context';
import { MutationOf, QueryOf } from '../../../gate/graphFields';
import { PageInput } from '../../../inputs/list';
import { Input } from '../../../inputs/mutation';
import { RecordInput } from '../../../inputs/record';
import { GraphQLUpload, type Upload } from '../../../inputs/uploads';
import { KeySystem } from '../../systems/keySystem.entity';
import {
  DeleteKeySystemInput,
  deleteKeySystem,
  KeySystemChangePage,
  KeySystemHistoryInput,
  KeySystemPage,
  KeySystemsInput,
  keySystem,
  keySystemHistory,
  keySystems,
} from '../../systems/keySystem.operations';
import { SuggestedKeySystemPage, suggestedKeySystems } from '../../systems/suggest/suggestion.operations';
import { StagedChange } from '../stagedChange.entity';
import { MakeKeySystemInput, makeKeySystem } from './makeSystem.operations';
import {
  checkKeySystems,
  importKeySystems,
  KeySystemRowsInput,
  KeySystemSheet,
  KeySystemTotals,
} from './sheet/systemImport.operations';
import { SetKeySystemInput, saveKeySystem, setKeySystem, stageKeySystem } from './system.operations';
import { KeySystemInput, StageKeySystemInput } from './systemInput';

const FILE = 'A .csv or .xlsx of up to 2,000 rows with headings, a key system in each row.';

@InputType({ description: 'A list of key systems to check, and which rows of the result are answered.' })
class CheckKeySystemsInput extends KeySystemRowsInput {
  @Field(() => GraphQLUpload, { description: FILE })
  file!: Promise<Upload>;
}

@InputType({ description: 'A list of key systems to import, as it was checked.' })
class ImportKeySystemsInput {
  @Field(() => GraphQLUpload, { description: FILE })
  file!: Promise<Upload>;

  @Field(() => String, { description: 'The `digest` of the check.' })
  digest!: string;
}

@Resolver()
export class SystemsResolver {
  @QueryOf(keySystems, () => KeySystemPage)
  keySystems(@Ctx() ctx: Context, @Args(() => KeySystemsInput) input: KeySystemsInput) {
    return keySystems(ctx, input);
  }

  @QueryOf(keySystem, () => KeySystem)
  keySystem(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return keySystem(ctx, input);
  }

  @QueryOf(keySystemHistory, () => KeySystemChangePage)
  keySystemHistory(@Ctx() ctx: Context, @Args(() => KeySystemHistoryInput) input: KeySystemHistoryInput) {
    return keySystemHistory(ctx, input);
  }

  @MutationOf(saveKeySystem, () => KeySystem)
  saveKeySystem(@Ctx() ctx: Context, @Input(() => KeySystemInput) input: KeySystemInput) {
    return saveKeySystem(ctx, input);
  }

  @MutationOf(stageKeySystem, () => StagedChange)
  stageKeySystem(@Ctx() ctx: Context, @Input(() => StageKeySystemInput) input: StageKeySystemInput) {
    return stageKeySystem(ctx, input);
  }

  @MutationOf(setKeySystem, () => StagedChange)
  setKeySystem(@Ctx() ctx: Context, @Input(() => SetKeySystemInput) input: SetKeySystemInput) {
    return setKeySystem(ctx, input);
  }

  @MutationOf(deleteKeySystem, () => KeySystem)
  deleteKeySystem(@Ctx() ctx: Context, @Input(() => DeleteKeySystemInput) input: DeleteKeySystemInput) {
    return deleteKeySystem(ctx, input);
  }

  @QueryOf(suggestedKeySystems, () => SuggestedKeySystemPage)
  suggestedKeySystems(@Ctx() ctx: Context, @Args(() => PageInput) input: PageInput) {
    return suggestedKeySystems(ctx, input);
  }

  @MutationOf(makeKeySystem, () => KeySystem)
  makeKeySystem(@Ctx() ctx: Context, @Input(() => MakeKeySystemInput) input: MakeKeySystemInput) {
    return makeKeySystem(ctx, input);
  }

  @MutationOf(checkKeySystems, () => KeySystemSheet)
  async checkKeySystems(@Ctx() ctx: Context, @Input(() => CheckKeySystemsInput) input: CheckKeySystemsInput) {
    const { filename, createReadStream } = await input.file;
    return checkKeySystems(ctx, { ...input, file: { name: filename, open: createReadStream } });
  }

  @MutationOf(importKeySystems, () => KeySystemTotals)
  async importKeySystems(@Ctx() ctx: Context, @Input(() => ImportKeySystemsInput) input: ImportKeySystemsInput) {
    const { filename, createReadStream } = await input.file;
    return importKeySystems(ctx, { ...input, file: { name: filename, open: createReadStream } });
  }
}
