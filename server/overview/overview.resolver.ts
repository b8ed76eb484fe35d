import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context';
import { Overview, overview } from './overview.operations';

@Resolver()
export class OverviewResolver {
  @Query(() => Overview, { description: 'Figures of the business: each is the length of a list.' })
  overview(@Ctx() ctx: Context) {
    return overview(ctx);
  }
}
