import type { ReadRecord, RecordKind } from '../../components/record/record';
import type { UserInput, UserRecordFragment } from '../../graphql/generated/users';
import { userPaths } from '../../paths';
import { yesNo } from '../accountWords';
import { inOneYear } from '../days';
import { refuseEmpty } from '../refuseEmpty';
import { ClientName, RoleName } from './chosenNames';

export interface UserValues {
  clientId: string;
  username: string;
  fullName: string;
  subscriptionEndDate: string;
  roleId: string;
  accountExpired: boolean;
  enabled: boolean;
  databaseDownloadAllowed: boolean;
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
  return values;
}
