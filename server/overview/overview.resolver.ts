import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context';
import { Overview, overview } from './overview.operations';
import { Work, worklist } from './worklist.operations';

@Resolver()
export class OverviewResolver {
  @Query(() => Overview, { description: 'Figures of the business: each is the length of a list.' })
  overview(@Ctx() ctx: Context) {
    return overview(ctx);
  }

  @Query(() => [Work], {
    description:
      'What waits for administrators, in the order in which to take it up: each count is the length of a list.',
  })
  worklist(@Ctx() ctx: Context) {
    return worklist(ctx);
  }
}
