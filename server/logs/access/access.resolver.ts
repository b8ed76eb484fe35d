import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { AccessesInput, AccessPage, accesses } from './access.operations';
import { UnusualAccess, unusualAccess } from './unusual.operations';

@Resolver()
export class AccessResolver {
  @Query(() => AccessPage, { description: 'A page of the access audit: who opened, printed and exported what.' })
  accesses(@Ctx() ctx: Context, @Args(() => AccessesInput) input: AccessesInput) {
    return accesses(ctx, input);
  }

  @Query(() => [UnusualAccess], { description: 'Users who access far more key data than usual.' })
  unusualAccess(@Ctx() ctx: Context) {
    return unusualAccess(ctx);
  }
}
