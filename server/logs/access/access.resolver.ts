import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { QueryOf } from '../../gate/graphFields';
import { AccessesInput, AccessPage, accesses } from './access.operations';
import { UnusualAccess, unusualAccess } from './unusual.operations';

@Resolver()
export class AccessResolver {
  @QueryOf(accesses, () => AccessPage)
  accesses(@Ctx() ctx: Context, @Args(() => AccessesInput) input: AccessesInput) {
    return accesses(ctx, input);
  }

  @QueryOf(unusualAccess, () => [UnusualAccess])
  unusualAccess(@Ctx() ctx: Context) {
    return unusualAccess(ctx);
  }
}
