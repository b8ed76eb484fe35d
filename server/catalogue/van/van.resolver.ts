import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import {
  DeleteVanBlankInput,
  deleteVanBlank,
  SavedVanBlanks,
  SaveVanBlanksInput,
  saveVanBlanks,
  VanBlankPage,
  VanBlanksInput,
  vanBlanks,
} from './van.operations';
import { VanBlank } from './vanBlank.entity';
import { VanBlanksFor, VanBlanksForInput, vanBlanksFor } from './vanOnSheet.operations';

@Resolver()
export class VanResolver {
  @QueryOf(vanBlanks, () => VanBlankPage)
  vanBlanks(@Ctx() ctx: Context, @Args(() => VanBlanksInput) input: VanBlanksInput) {
    return vanBlanks(ctx, input);
  }

  @QueryOf(vanBlanksFor, () => VanBlanksFor)
  vanBlanksFor(@Ctx() ctx: Context, @Args(() => VanBlanksForInput) input: VanBlanksForInput) {
    return vanBlanksFor(ctx, input);
  }

  @MutationOf(saveVanBlanks, () => SavedVanBlanks)
  saveVanBlanks(@Ctx() ctx: Context, @Input(() => SaveVanBlanksInput) input: SaveVanBlanksInput) {
    return saveVanBlanks(ctx, input);
  }

  @MutationOf(deleteVanBlank, () => VanBlank)
  deleteVanBlank(@Ctx() ctx: Context, @Input(() => DeleteVanBlankInput) input: DeleteVanBlankInput) {
    return deleteVanBlank(ctx, input);
  }
}
