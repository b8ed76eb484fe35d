import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../../context';
import { MutationOf, QueryOf } from '../../../gate/graphFields';
import { Input } from '../../../inputs/mutation';
import { RecordInput } from '../../../inputs/record';
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
import { saveKeySystem } from './system.operations';
import { KeySystemInput } from './systemInput';

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

  @MutationOf(deleteKeySystem, () => KeySystem)
  deleteKeySystem(@Ctx() ctx: Context, @Input(() => DeleteKeySystemInput) input: DeleteKeySystemInput) {
    return deleteKeySystem(ctx, input);
  }
}
