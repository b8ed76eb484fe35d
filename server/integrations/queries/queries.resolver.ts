import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { RegisteredQuery } from './registeredQuery.entity';
import {
  DeleteRegisteredQueryInput,
  deleteRegisteredQuery,
  RegisteredQueriesInput,
  RegisteredQueryPage,
  RegisterQueryInput,
  registeredQueries,
  registerQuery,
} from './registeredQuery.operations';

@Resolver(() => RegisteredQuery)
export class QueriesResolver {
  @QueryOf(registeredQueries, () => RegisteredQueryPage)
  registeredQueries(@Ctx() ctx: Context, @Args(() => RegisteredQueriesInput) input: RegisteredQueriesInput) {
    return registeredQueries(ctx, input);
  }

  @MutationOf(registerQuery, () => RegisteredQuery)
  registerQuery(@Ctx() ctx: Context, @Input(() => RegisterQueryInput) input: RegisterQueryInput) {
    return registerQuery(ctx, input);
  }

  @MutationOf(deleteRegisteredQuery, () => RegisteredQuery)
  deleteRegisteredQuery(
    @Ctx() ctx: Context,
    @Input(() => DeleteRegisteredQueryInput) input: DeleteRegisteredQueryInput,
  ) {
    return deleteRegisteredQuery(ctx, input);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why it is no longer valid, after a change of the schema; null while it is valid.',
  })
  problem(@Ctx() { problemOf }: Context, @Root() { document }: RegisteredQuery) {
    return problemOf(document);
  }
}
