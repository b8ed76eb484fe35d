import type { Client } from '../../accounts/clients/client.entity';
import { type ClientInput, ClientSort, type ClientsInput } from '../../accounts/clients/client.operations';
import type {
  ForgotPasswordInput,
  ForgotPasswordPayload,
  ResetPasswordInput,
} from '../../accounts/passwords/password.operations';
import type { SignedInUser } from '../../accounts/sessions/session.operations';
import type { LoginInput } from '../../accounts/signIn/signIn.operations';
import type { Role } from '../../accounts/users/role.entity';
import type { User } from '../../accounts/users/user.entity';
import { UserFilter, type UserInput, UserSort, type UsersInput } from '../../accounts/users/user.operations';
import { type LogEntryInput, type LogInput, LogSort } from '../../logs/log.operations';
import type { LogEntry } from '../../logs/logEntry.entity';
import { body, DIRECTIONS, idInPath, paged, search } from './calls';
import { changes, choice, day, filter, flag, id, reader, text, whole } from './reader';
import * as out from './writer';

/* The words of the accounts and logs on the wire: see reader.ts. */

export const loginInput = reader<LoginInput>(body, {
  username: text('userEmail'),
  password: text('userPassword'),
  remember: flag('remember'),
  code: text('code'),
});

export const role = out.object<Role>(
  { id: out.whole((role) => role.id), authority: out.text((role) => role.authority) },
  'Role',
);

const signedIn = out.object<SignedInUser>(
  {
    id: out.whole((user) => user.id),
    username: out.text((user) => user.username),
    full_name: out.text((user) => user.fullName),
    isAdmin: out.flag((user) => user.isAdmin),
    roles: out.list((user) => [user.role], role),
    subscription_end_date: out.day((user) => user.subscriptionEndDate),
  },
  'SignedIn',
);
export const userData = out.object<SignedInUser>({
  data: out.object<SignedInUser>({ USER_DATA: signedIn }),
  USER_DATA: signedIn,
});

export const forgotPasswordInput = reader<ForgotPasswordInput>(body, { username: text('username') });

export const resetPasswordInput = reader<ResetPasswordInput>(body, {
  currentPassword: text('current_password'),
  password: text('password'),
  passwordConfirmation: text('password_confirmation'),
});

/** A text that the old client reads from `response.data.response.app_status_msg`. */
export const appStatus = (message: string) => ({ response: { app_status_msg: message } });
export const passwordSent = out.object<ForgotPasswordPayload>({
  message: out.text(({ message }) => message),
  response: out.object<ForgotPasswordPayload>({ app_status_msg: out.text(({ message }) => message) }),
});
export const passwordReset = out.object<unknown>({ message: out.text(() => 'Password reset successfully.') });

export const clientsInput = reader<ClientsInput>(search, {
  ...paged,
  dir: choice('dir', DIRECTIONS),
  sortBy: choice('sortBy', {
    name: ClientSort.NAME,
    primary_email: ClientSort.PRIMARY_EMAIL,
    max_user: ClientSort.MAX_USERS,
    account_expired: ClientSort.ACCOUNT_EXPIRED,
    subcription_end_date: ClientSort.SUBSCRIPTION_END_DATE,
    subscription_end_date: ClientSort.SUBSCRIPTION_END_DATE,
  }),
});

/** Misspelt on the wire; the right spelling is accepted too (docs/rules.md, "REST names"). */
export const clientInput = changes<ClientInput>(body, {
  id: idInPath,
  version: whole('version'),
  name: text('name'),
  primaryEmail: text('primary_email'),
  maxUsers: whole('max_user'),
  accountExpired: flag('account_expired'),
  subscriptionStartDate: day('subcription_start_date', 'subscription_start_date'),
  subscriptionEndDate: day('subcription_end_date', 'subscription_end_date'),
  description: text('description'),
});

export const client = out.object<Client>(
  {
    id: out.whole((client) => client.id),
    name: out.text((client) => client.name),
    primary_email: out.text((client) => client.primaryEmail),
    max_user: out.whole((client) => client.maxUsers),
    account_expired: out.flag((client) => client.accountExpired),
    subcription_start_date: out.day((client) => client.subscriptionStartDate),
    subcription_end_date: out.day((client) => client.subscriptionEndDate),
    description: out.text((client) => client.description),
    users_count: out.whole((client) => client.usersCount),
    date_created: out.time((client) => client.createdAt),
    version: out.whole((client) => client.version),
  },
  'Client',
);

export const clientOption = out.object<Client>(
  {
    id: out.whole((client) => client.id),
    name: out.text((client) => client.name),
    max_user: out.whole((client) => client.maxUsers),
    users_count: out.whole((client) => client.usersCount),
  },
  'ClientOption',
);

export const usersInput = reader<UsersInput>(search, {
  ...paged,
  filter: filter(UserFilter, { search: text('search'), clientId: id('category') }),
  dir: choice('dir', DIRECTIONS),
  sortBy: choice('sortBy', {
    username: UserSort.USERNAME,
    full_name: UserSort.FULL_NAME,
    client_id: UserSort.CLIENT,
    client: UserSort.CLIENT,
    role_id: UserSort.ROLE,
    role: UserSort.ROLE,
    enabled: UserSort.ENABLED,
    account_expired: UserSort.ACCOUNT_EXPIRED,
    subscription_end_date: UserSort.SUBSCRIPTION_END_DATE,
    date_created: UserSort.CREATED_AT,
  }),
});

export const userInput = changes<UserInput>(body, {
  id: idInPath,
  version: whole('version'),
  clientId: id('client_id'),
  username: text('username'),
  fullName: text('full_name'),
  accountExpired: flag('account_expired'),
  enabled: flag('enabled'),
  databaseDownloadAllowed: flag('is_data_base_download_allowed'),
  subscriptionEndDate: day('subscription_end_date'),
  roleId: id('role_id'),
});

/** Flat, as it is sent, and nested, as the old server had it (docs/rules.md, "REST names"). */
export const user = out.object<User>(
  {
    id: out.whole((user) => user.id),
    client_id: out.whole((user) => user.client.id),
    client: out.object<User>({ id: out.whole((user) => user.client.id), name: out.text((user) => user.client.name) }),
    username: out.text((user) => user.username),
    full_name: out.text((user) => user.fullName),
    account_expired: out.flag((user) => user.accountExpired),
    enabled: out.flag((user) => user.enabled),
    is_data_base_download_allowed: out.flag((user) => user.databaseDownloadAllowed),
    subscription_end_date: out.day((user) => user.subscriptionEndDate),
    role_id: out.whole((user) => user.role.id),
    roles: out.list((user) => [user.role], role),
    user_profile: out.object<User>({
      full_name: out.text((user) => user.fullName),
      is_data_base_download_allowed: out.flag((user) => user.databaseDownloadAllowed),
    }),
    date_created: out.time((user) => user.createdAt),
    login_time: out.timeOrNull((user) => user.lastLoginAt),
    logout_time: out.timeOrNull((user) => user.lastLogoutAt),
    version: out.whole((user) => user.version),
  },
  'User',
);

export const logInput = reader<LogInput>(search, {
  ...paged,
  dir: choice('dir', DIRECTIONS),
  sortBy: choice('sortBy', { user: LogSort.USER, details: LogSort.DETAILS, date_created: LogSort.CREATED_AT }),
});

export const logEntryInput = reader<LogEntryInput>(body, { details: text('details') });

export const userLog = out.object<LogEntry>(
  {
    id: out.whole((entry) => entry.id),
    user: out.text((entry) => entry.username),
    details: out.text((entry) => entry.details),
    from_client: out.flag((entry) => entry.fromClient),
    date_created: out.time((entry) => entry.createdAt),
  },
  'UserLog',
);
