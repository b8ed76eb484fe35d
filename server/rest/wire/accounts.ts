import type { Client } from '../../accounts/clients/client.entity';
import { type ClientInput, ClientSort, type ClientsInput } from '../../accounts/clients/client.operations';
import type { ForgotPasswordInput, ResetPasswordInput } from '../../accounts/passwords/password.operations';
import type { LoginInput, SignedInUser } from '../../accounts/signIn/signIn.operations';
import type { Role } from '../../accounts/users/role.entity';
import type { User } from '../../accounts/users/user.entity';
import { type UserInput, UserSort, type UsersInput } from '../../accounts/users/user.operations';
import { type LogEntryInput, type LogInput, LogSort } from '../../logs/log.operations';
import type { LogEntry } from '../../logs/logEntry.entity';
import { body, DIRECTIONS, idInPath, paged, search } from './calls';
import { choice, day, filled, flag, reader, text, whole } from './reader';

/* The words of the accounts and logs on the wire: see reader.ts. */

export const loginInput = reader<LoginInput>(body, {
  username: text('userEmail'),
  password: text('userPassword'),
  remember: flag('remember'),
});

export const userData = (user: SignedInUser) => {
  const data = {
    id: user.id,
    username: user.username,
    full_name: user.fullName,
    isAdmin: user.isAdmin,
    roles: [role(user.role)],
    subscription_end_date: user.subscriptionEndDate,
  };
  return { data: { USER_DATA: data }, USER_DATA: data };
};

export const forgotPasswordInput = reader<ForgotPasswordInput>(body, { username: text('username') });

export const resetPasswordInput = reader<ResetPasswordInput>(body, {
  currentPassword: text('current_password'),
  password: text('password'),
  passwordConfirmation: text('password_confirmation'),
});

/** A text that the client of old reads from `response.data.response.app_status_msg`. */
export const appStatus = (message: string) => ({ response: { app_status_msg: message } });
export const passwordSent = (message: string) => ({ message, ...appStatus(message) });
export const passwordReset = () => ({ message: 'Password reset successfully.' });

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

/** Spec section 3: misspelt on the wire; the right spelling is accepted too. */
export const clientInput = reader<ClientInput>(body, {
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

export const client = (client: Client) => ({
  id: client.id,
  name: client.name,
  primary_email: client.primaryEmail,
  max_user: client.maxUsers,
  account_expired: client.accountExpired,
  subcription_start_date: client.subscriptionStartDate,
  subcription_end_date: client.subscriptionEndDate,
  description: client.description,
  users_count: client.usersCount,
  date_created: client.createdAt.toISOString(),
  version: client.version,
});

export const clientOption = ({ id, name, maxUsers, usersCount }: Client) => ({
  id,
  name,
  max_user: maxUsers,
  users_count: usersCount,
});

export const role = ({ id, authority }: Role) => ({ id, authority });

export const usersInput = reader<UsersInput>(search, {
  ...paged,
  search: text('search'),
  clientId: text('category'),
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

export const userInput = reader<UserInput>(body, {
  id: idInPath,
  version: whole('version'),
  clientId: text('client_id'),
  username: text('username'),
  fullName: text('full_name'),
  accountExpired: flag('account_expired'),
  enabled: flag('enabled'),
  databaseDownloadAllowed: flag('is_data_base_download_allowed'),
  subscriptionEndDate: day('subscription_end_date'),
  roleId: text('role_id'),
});

/** Flat, as it is sent, and nested, as the old server had it (contract section 2). */
export const user = (user: User) => ({
  id: user.id,
  client_id: user.client.id,
  client: { id: user.client.id, name: user.client.name },
  username: user.username,
  full_name: user.fullName,
  account_expired: user.accountExpired,
  enabled: user.enabled,
  is_data_base_download_allowed: user.databaseDownloadAllowed,
  subscription_end_date: user.subscriptionEndDate,
  role_id: user.role.id,
  roles: [role(user.role)],
  user_profile: { full_name: user.fullName, is_data_base_download_allowed: user.databaseDownloadAllowed },
  date_created: user.createdAt.toISOString(),
  login_time: user.lastLoginAt?.toISOString() ?? null,
  logout_time: user.lastLogoutAt?.toISOString() ?? null,
  version: user.version,
});

export const logInput = reader<LogInput>(search, {
  ...paged,
  dir: filled(choice('dir', DIRECTIONS)),
  sortBy: choice('sortBy', { user: LogSort.USER, details: LogSort.DETAILS, date_created: LogSort.CREATED_AT }),
});

export const logEntryInput = reader<LogEntryInput>(body, { details: text('details') });

export const userLog = (entry: LogEntry) => ({
  id: entry.id,
  user: entry.username,
  details: entry.details,
  from_client: entry.fromClient,
  date_created: entry.createdAt.toISOString(),
});
