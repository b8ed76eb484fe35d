import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../context';
import { MutationOf, QueryOf } from '../gate/graphFields';
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
  ChooseLengthUnitInput,
  chooseLengthUnit,
  LoginInput,
  LogoutPayload,
  login,
  logout,
  me,
  skipTour,
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
  @QueryOf(me, () => SignedInUser, { nullable: true })
  me(@Ctx() ctx: Context) {
    return me(ctx);
  }

  @QueryOf(visitorLocation, () => VisitorLocation)
  visitorLocation(@Ctx() ctx: Context) {
    return visitorLocation(ctx);
  }

  @MutationOf(login, () => SignedInUser)
  login(@Ctx() ctx: Context, @Input(() => LoginInput) input: LoginInput) {
    return login(ctx, input);
  }

  @MutationOf(logout, () => LogoutPayload)
  logout(@Ctx() ctx: Context) {
    return logout(ctx);
  }

  @MutationOf(skipTour, () => SignedInUser)
  skipTour(@Ctx() ctx: Context) {
    return skipTour(ctx);
  }

  @MutationOf(chooseLengthUnit, () => SignedInUser)
  chooseLengthUnit(@Ctx() ctx: Context, @Input(() => ChooseLengthUnitInput) input: ChooseLengthUnitInput) {
    return chooseLengthUnit(ctx, input);
  }

  @MutationOf(forgotPassword, () => ForgotPasswordPayload)
  forgotPassword(@Ctx() ctx: Context, @Input(() => ForgotPasswordInput) input: ForgotPasswordInput) {
    return forgotPassword(ctx, input);
  }

  @MutationOf(resetPassword, () => SignedInUser)
  resetPassword(@Ctx() ctx: Context, @Input(() => ResetPasswordInput) input: ResetPasswordInput) {
    return resetPassword(ctx, input);
  }

  @QueryOf(mySessions, () => [SessionInfo])
  mySessions(@Ctx() ctx: Context) {
    return mySessions(ctx);
  }

  @QueryOf(userSessions, () => [SessionInfo])
  userSessions(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return userSessions(ctx, input);
  }

  @MutationOf(endSession, () => SessionsPayload)
  endSession(@Ctx() ctx: Context, @Input(() => EndSessionInput) input: EndSessionInput) {
    return endSession(ctx, input);
  }

  @MutationOf(endOtherSessions, () => SessionsPayload)
  endOtherSessions(@Ctx() ctx: Context) {
    return endOtherSessions(ctx);
  }

  @QueryOf(clients, () => ClientPage)
  clients(@Ctx() ctx: Context, @Args(() => ClientsInput) input: ClientsInput) {
    return clients(ctx, input);
  }

  @QueryOf(client, () => Client)
  client(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return client(ctx, input);
  }

  @QueryOf(clientOptions, () => [Client])
  clientOptions(@Ctx() ctx: Context) {
    return clientOptions(ctx);
  }

  @MutationOf(saveClient, () => Client)
  saveClient(@Ctx() ctx: Context, @Input(() => ClientInput) input: ClientInput) {
    return saveClient(ctx, input);
  }

  @MutationOf(deleteClient, () => Client)
  deleteClient(@Ctx() ctx: Context, @Input(() => DeleteClientInput) input: DeleteClientInput) {
    return deleteClient(ctx, input);
  }

  @QueryOf(users, () => UserPage)
  users(@Ctx() ctx: Context, @Args(() => UsersInput) input: UsersInput) {
    return users(ctx, input);
  }

  @QueryOf(user, () => User)
  user(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return user(ctx, input);
  }

  @QueryOf(roles, () => [Role])
  roles(@Ctx() ctx: Context) {
    return roles(ctx);
  }

  @MutationOf(saveUser, () => User)
  saveUser(@Ctx() ctx: Context, @Input(() => UserInput) input: UserInput) {
    return saveUser(ctx, input);
  }

  @MutationOf(deleteUser, () => User)
  deleteUser(@Ctx() ctx: Context, @Input(() => DeleteUserInput) input: DeleteUserInput) {
    return deleteUser(ctx, input);
  }

  @MutationOf(eraseUser, () => Erasure)
  eraseUser(@Ctx() ctx: Context, @Input(() => EraseUserInput) input: EraseUserInput) {
    return longWork(eraseUser, ctx, input);
  }

  @MutationOf(sendPassword, () => User)
  sendPassword(@Ctx() ctx: Context, @Input(() => SendPasswordInput) input: SendPasswordInput) {
    return sendPassword(ctx, input);
  }

  @QueryOf(listViews, () => [ListView])
  listViews(@Ctx() ctx: Context, @Args(() => ListViewsInput) input: ListViewsInput) {
    return listViews(ctx, input);
  }

  @MutationOf(saveListView, () => ListView)
  saveListView(@Ctx() ctx: Context, @Input(() => SaveListViewInput) input: SaveListViewInput) {
    return saveListView(ctx, input);
  }

  @MutationOf(deleteListView, () => ListView)
  deleteListView(@Ctx() ctx: Context, @Input(() => DeleteListViewInput) input: DeleteListViewInput) {
    return deleteListView(ctx, input);
  }

  @MutationOf(endUserSessions, () => User)
  endUserSessions(@Ctx() ctx: Context, @Input(() => EndUserSessionsInput) input: EndUserSessionsInput) {
    return endUserSessions(ctx, input);
  }
}
