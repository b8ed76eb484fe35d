import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context';
import { LoginInput, login, logout, me, VisitorLocation, visitorLocation } from './signIn.operations';
import { User } from './user.entity';

@Resolver()
export class AccountsResolver {
  @Query(() => User, { nullable: true, description: 'Who is signed in; null for a visitor. For anybody.' })
  me(@Ctx() ctx: Context) {
    return me(ctx);
  }

  @Query(() => VisitorLocation, { description: 'Where the caller is. For anybody.' })
  visitorLocation(@Ctx() ctx: Context) {
    return visitorLocation(ctx);
  }

  @Mutation(() => User, {
    description:
      'Signs in and sets the session cookie, which is the credential of every other call. UNAUTHENTICATED for a wrong email or password, FORBIDDEN for a disabled user, PAYMENT_REQUIRED after the subscription’s end, TOO_MANY_REQUESTS after too many attempts. For anybody.',
  })
  login(@Ctx() ctx: Context, @Args(() => LoginInput) input: LoginInput) {
    return login(ctx, input);
  }

  @Mutation(() => Boolean, { description: 'Signs out. For the signed in.' })
  logout(@Ctx() ctx: Context) {
    return logout(ctx);
  }
}
