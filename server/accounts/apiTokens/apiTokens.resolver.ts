import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { describedBy, MutationOf, QueryOf } from '../../gate/graphFields';
import { loadTogether } from '../../gate/loaders';
import { Input } from '../../inputs/mutation';
import { User } from '../users/user.entity';
import { ApiToken } from './apiToken.entity';
import {
  ApiTokenPage,
  ApiTokenPayload,
  ApiTokensInput,
  apiTokens,
  ConfirmMyApiTokenInput,
  CreateApiTokenInput,
  confirmMyApiToken,
  createApiToken,
  myApiTokens,
  RevokeApiTokenInput,
  RevokeMyApiTokenInput,
  RotateApiTokenInput,
  revokeApiToken,
  revokeMyApiToken,
  rotateApiToken,
  tokenUsers,
} from './apiToken.operations';

@Resolver()
export class ApiTokensResolver {
  @QueryOf(apiTokens, () => ApiTokenPage)
  apiTokens(@Ctx() ctx: Context, @Args(() => ApiTokensInput) input: ApiTokensInput) {
    return apiTokens(ctx, input);
  }

  @MutationOf(createApiToken, () => ApiTokenPayload)
  createApiToken(@Ctx() ctx: Context, @Input(() => CreateApiTokenInput) input: CreateApiTokenInput) {
    return createApiToken(ctx, input);
  }

  @MutationOf(rotateApiToken, () => ApiTokenPayload)
  rotateApiToken(@Ctx() ctx: Context, @Input(() => RotateApiTokenInput) input: RotateApiTokenInput) {
    return rotateApiToken(ctx, input);
  }

  @MutationOf(revokeApiToken, () => ApiToken)
  revokeApiToken(@Ctx() ctx: Context, @Input(() => RevokeApiTokenInput) input: RevokeApiTokenInput) {
    return revokeApiToken(ctx, input);
  }

  @QueryOf(myApiTokens, () => [ApiToken])
  myApiTokens(@Ctx() ctx: Context) {
    return myApiTokens(ctx);
  }

  @MutationOf(revokeMyApiToken, () => ApiToken)
  revokeMyApiToken(@Ctx() ctx: Context, @Input(() => RevokeMyApiTokenInput) input: RevokeMyApiTokenInput) {
    return revokeMyApiToken(ctx, input);
  }

  @MutationOf(confirmMyApiToken, () => ApiToken)
  confirmMyApiToken(@Ctx() ctx: Context, @Input(() => ConfirmMyApiTokenInput) input: ConfirmMyApiTokenInput) {
    return confirmMyApiToken(ctx, input);
  }
}

@Resolver(() => ApiToken)
export class ApiTokenResolver {
  @FieldResolver(() => User, { nullable: true, ...describedBy(tokenUsers) })
  user(@Ctx() ctx: Context, @Root() { user }: ApiToken) {
    return loadTogether(ctx, 'ApiToken.user', user.id, (ids) => tokenUsers(ctx, { ids }));
  }
}
