import type { ReadRecord, RecordKind } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import {
  ClientOptionsDocument,
  RolesDocument,
  type UserInput,
  type UserRecordFragment,
} from '../../graphql/generated/users';
import { useRead } from '../../graphql/useRead';
import { userPaths } from '../../paths';
import { roleName, yesNo } from '../accountWords';
import { inOneYear } from '../days';
import { refuseEmpty } from '../refuseEmpty';

interface UserValues {
  clientId: string;
  username: string;
  fullName: string;
  subscriptionEndDate: string;
  roleId: string;
  accountExpired: boolean;
  enabled: boolean;
  databaseDownloadAllowed: boolean;
  /** The texts as typed; empty for the usual budget. */
  sheetsPerHour: string;
  sheetsPerDay: string;
}

/** A client's name by its id, read from the cached options of the form's selector. */
function ClientName({ id }: { id: string }) {
  const { data } = useRead(ClientOptionsDocument);
  return data?.clientOptions.find((client) => client.id === id)?.name ?? '—';
}

/** A role by its id. */
function RoleName({ id }: { id: string }) {
  const { data } = useRead(RolesDocument);
  const role = data?.roles.find((other) => other.id === id);
  return role ? roleName(role.authority) : '—';
}

export const userKind: RecordKind<UserValues> = {
  title: 'User',
  paths: userPaths,
  fields: [
    { name: 'clientId', label: 'Client', show: (id: string) => <ClientName id={id} /> },
    { name: 'username', label: 'Username' },
    { name: 'fullName', label: 'Full Name' },
    { name: 'subscriptionEndDate', label: 'Expiration Date' },
    { name: 'roleId', label: 'User Role', show: (id: string) => <RoleName id={id} /> },
    { name: 'accountExpired', label: 'Account Expired', show: yesNo },
    { name: 'enabled', label: 'Enabled', show: yesNo },
    { name: 'databaseDownloadAllowed', label: 'Database download allowed', show: yesNo },
    { name: 'sheetsPerHour', label: 'Sheets an hour' },
    { name: 'sheetsPerDay', label: 'Sheets a day' },
  ],
  words: {
    created: 'User created successfully!',
    updated: 'User updated successfully!',
    deleted: 'User deleted successfully!',
    deleteFailed: 'An error occurred while deleting the user.',
  },
};

/** Role 4 is the locksmith role (docs/rules.md, "Users"). */
export const newUser = (): UserValues => ({
  clientId: '',
  username: '',
  fullName: '',
  subscriptionEndDate: inOneYear(),
  roleId: '4',
  accountExpired: false,
  enabled: true,
  databaseDownloadAllowed: false,
  sheetsPerHour: '',
  sheetsPerDay: '',
});

export const readUser = (user: UserRecordFragment): ReadRecord<UserValues> => ({
  id: user.id,
  version: user.version,
  name: user.username,
  values: {
    clientId: user.client.id,
    username: user.username,
    fullName: user.fullName,
    subscriptionEndDate: user.subscriptionEndDate,
    roleId: user.role.id,
    accountExpired: user.accountExpired,
    enabled: user.enabled,
    databaseDownloadAllowed: user.databaseDownloadAllowed,
    sheetsPerHour: String(user.sheetsPerHour ?? ''),
    sheetsPerDay: String(user.sheetsPerDay ?? ''),
  },
});

export function userInput(values: UserValues): UserInput {
  refuseEmpty(values, [
    ['clientId', 'client'],
    ['username', 'username'],
    ['fullName', 'full name'],
    ['subscriptionEndDate', 'expiration date'],
    ['roleId', 'user role'],
  ]);
  return {
    ...values,
    sheetsPerHour: budgetOf('sheetsPerHour', 'an hour', values),
    sheetsPerDay: budgetOf('sheetsPerDay', 'a day', values),
  };
}

/** GraphQL's Int accepts only integers; the server checks the rest of the rule. */
function budgetOf(field: 'sheetsPerHour' | 'sheetsPerDay', period: string, values: UserValues): number | null {
  const text = values[field].trim();
  if (text === '') return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidInput({ [field]: [`The sheets ${period} must be a whole number from 1 to 100,000.`] });
}
