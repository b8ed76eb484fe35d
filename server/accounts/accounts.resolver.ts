import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context';
import { Input } from '../inputs/mutation';
import { RecordInput } from '../inputs/record';
import { longWork } from '../outside/postgres/connections';
import { Client } from './clients/client.entity';
import {
  ClientInput,
  ClientPage,
  ClientsInput,
  client,
  clientOptions,
  clients,
  DeleteClientInput,
  deleteClient,
  saveClient,
} from './clients/client.operations';
import {
  ForgotPasswordInput,
  ForgotPasswordPayload,
  forgotPassword,
  ResetPasswordInput,
  resetPassword,
  SendPasswordInput,
  sendPassword,
} from './passwords/password.operations';
import {
  EndSessionInput,
  EndUserSessionsInput,
  endOtherSessions,
  endSession,
  endUserSessions,
  mySessions,
  SessionInfo,
  SessionsPayload,
  SignedInUser,
  userSessions,
} from './sessions/session.operations';
import {
  LoginInput,
  LogoutPayload,
  login,
  logout,
  me,
  VisitorLocation,
  visitorLocation,
} from './signIn/signIn.operations';
import { Erasure } from './users/erasure';
import { EraseUserInput, eraseUser } from './users/erasure.operations';
import { Role } from './users/role.entity';
import { User } from './users/user.entity';
import {
  DeleteUserInput,
  deleteUser,
  roles,
  saveUser,
  UserInput,
  UserPage,
  UsersInput,
  user,
  users,
} from './users/user.operations';
import {
  DeleteListViewInput,
  deleteListView,
  ListView,
  ListViewsInput,
  listViews,
  SaveListViewInput,
  saveListView,
} from './users/view.operations';

@Resolver()
export class AccountsResolver {
  @Query(() => SignedInUser, { nullable: true, description: 'Who is signed in; null for a visitor.' })
  me(@Ctx() ctx: Context) {
    return me(ctx);
  }

  @Query(() => VisitorLocation, { description: 'Where the caller is.' })
  visitorLocation(@Ctx() ctx: Context) {
    return visitorLocation(ctx);
  }

  @Mutation(() => SignedInUser, {
    description:
      'Signs in and sets the session cookie, which is the credential of every other call. UNAUTHENTICATED for a wrong email or password, FORBIDDEN for a disabled user, PAYMENT_REQUIRED after the subscription’s end, TOO_MANY_REQUESTS after too many attempts.',
  })
  login(@Ctx() ctx: Context, @Input(() => LoginInput) input: LoginInput) {
    return login(ctx, input);
  }

  @Mutation(() => LogoutPayload, { description: 'Signs out.' })
  logout(@Ctx() ctx: Context) {
    return logout(ctx);
  }

  @Mutation(() => ForgotPasswordPayload, {
    description: 'Mails a temporary password to the user. The answer is the same if there is no such user.',
  })
  forgotPassword(@Ctx() ctx: Context, @Input(() => ForgotPasswordInput) input: ForgotPasswordInput) {
    return forgotPassword(ctx, input);
  }

  @Mutation(() => SignedInUser, {
    description: 'Gives the signed-in user a new password and ends the user’s other sessions.',
  })
  resetPassword(@Ctx() ctx: Context, @Input(() => ResetPasswordInput) input: ResetPasswordInput) {
    return resetPassword(ctx, input);
  }

  @Query(() => [SessionInfo], {
    description: 'The caller’s sessions: the current one first, then by last use.',
  })
  mySessions(@Ctx() ctx: Context) {
    return mySessions(ctx);
  }

  @Query(() => [SessionInfo], { description: 'A user’s sessions, by last use.' })
  userSessions(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return userSessions(ctx, input);
  }

  @Mutation(() => SessionsPayload, {
    description: 'Ends one of the caller’s sessions and returns the remaining ones.',
  })
  endSession(@Ctx() ctx: Context, @Input(() => EndSessionInput) input: EndSessionInput) {
    return endSession(ctx, input);
  }

  @Mutation(() => SessionsPayload, {
    description: 'Ends all of the caller’s other sessions and returns the remaining one.',
  })
  endOtherSessions(@Ctx() ctx: Context) {
    return endOtherSessions(ctx);
  }

  @Query(() => ClientPage, { description: 'A page of clients.' })
  clients(@Ctx() ctx: Context, @Args(() => ClientsInput) input: ClientsInput) {
    return clients(ctx, input);
  }

  @Query(() => Client, { description: 'One client.' })
  client(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return client(ctx, input);
  }

  @Query(() => [Client], { description: 'All clients by name, for selectors.' })
  clientOptions(@Ctx() ctx: Context) {
    return clientOptions(ctx);
  }

  @Mutation(() => Client, { description: 'Creates or changes a client.' })
  saveClient(@Ctx() ctx: Context, @Input(() => ClientInput) input: ClientInput) {
    return saveClient(ctx, input);
  }

  @Mutation(() => Client, { description: 'Deletes a client; CONFLICT if it has users.' })
  deleteClient(@Ctx() ctx: Context, @Input(() => DeleteClientInput) input: DeleteClientInput) {
    return deleteClient(ctx, input);
  }

  @Query(() => UserPage, { description: 'A page of users.' })
  users(@Ctx() ctx: Context, @Args(() => UsersInput) input: UsersInput) {
    return users(ctx, input);
  }

  @Query(() => User, { description: 'One user.' })
  user(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return user(ctx, input);
  }

  @Query(() => [Role], { description: 'The roles, for selectors.' })
  roles(@Ctx() ctx: Context) {
    return roles(ctx);
  }

  @Mutation(() => User, {
    description:
      'Creates or changes a user. A new user is mailed an invitation. So is a user whose username changes, after the sessions and passwords of the old username have been revoked.',
  })
  saveUser(@Ctx() ctx: Context, @Input(() => UserInput) input: UserInput) {
    return saveUser(ctx, input);
  }

  @Mutation(() => User, { description: 'Deletes a user.' })
  deleteUser(@Ctx() ctx: Context, @Input(() => DeleteUserInput) input: DeleteUserInput) {
    return deleteUser(ctx, input);
  }

  @Mutation(() => Erasure, {
    description:
      'Deletes a user and everything personal about them. Rows that must stay, such as payments, get a pseudonym. BAD_USER_INPUT if the username is not theirs, CONFLICT while a payment of theirs is in progress.',
  })
  eraseUser(@Ctx() ctx: Context, @Input(() => EraseUserInput) input: EraseUserInput) {
    return longWork(eraseUser, ctx, input);
  }

  @Mutation(() => User, { description: 'Mails a user a temporary password.' })
  sendPassword(@Ctx() ctx: Context, @Input(() => SendPasswordInput) input: SendPasswordInput) {
    return sendPassword(ctx, input);
  }

  @Query(() => [ListView], { description: 'The caller’s own views of a list, and the shared ones.' })
  listViews(@Ctx() ctx: Context, @Args(() => ListViewsInput) input: ListViewsInput) {
    return listViews(ctx, input);
  }

  @Mutation(() => ListView, { description: 'Saves the filters and the order of a list under a name.' })
  saveListView(@Ctx() ctx: Context, @Input(() => SaveListViewInput) input: SaveListViewInput) {
    return saveListView(ctx, input);
  }

  @Mutation(() => ListView, { description: 'Deletes one of the caller’s views.' })
  deleteListView(@Ctx() ctx: Context, @Input(() => DeleteListViewInput) input: DeleteListViewInput) {
    return deleteListView(ctx, input);
  }

  @Mutation(() => User, { description: 'Signs a user out everywhere.' })
  endUserSessions(@Ctx() ctx: Context, @Input(() => EndUserSessionsInput) input: EndUserSessionsInput) {
    return endUserSessions(ctx, input);
  }
}
