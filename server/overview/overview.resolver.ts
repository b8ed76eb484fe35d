import { Ctx, Resolver } from 'type-graphql';
import type { Context } from '../context';
import { QueryOf } from '../gate/graphFields';
import { Overview, overview } from './overview.operations';
import { Work, worklist } from './worklist.operations';

@Resolver()
export class OverviewResolver {
  @QueryOf(overview, () => Overview)
  overview(@Ctx() ctx: Context) {
    return overview(ctx);
  }

  @QueryOf(worklist, () => [Work])
  worklist(@Ctx() ctx: Context) {
    return worklist(ctx);
  }
}
