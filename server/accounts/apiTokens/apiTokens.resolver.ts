import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { ApiToken } from './apiToken.entity';
import {
  ApiTokenPage,
  ApiTokenPayload,
  ApiTokensInput,
  apiTokens,
  CreateApiTokenInput,
  createApiToken,
  RevokeApiTokenInput,
  RotateApiTokenInput,
  revokeApiToken,
  rotateApiToken,
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
}
