import type { ReadRecord, RecordKind } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { ClientInput, ClientRecordFragment } from '../../graphql/generated/clients';
import { clientPaths } from '../../paths';
import { yesNo } from '../accountWords';
import { refuseEmpty } from '../refuseEmpty';

interface ClientValues {
  name: string;
  primaryEmail: string;
  /** The text as typed. */
  maxUsers: string;
  accountExpired: boolean;
  subscriptionStartDate: string;
  subscriptionEndDate: string;
  address: string;
  description: string;
}

export const clientKind: RecordKind<ClientValues> = {
  title: 'Client',
  paths: clientPaths,
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'primaryEmail', label: 'Primary Email' },
    { name: 'maxUsers', label: 'Max User' },
    { name: 'accountExpired', label: 'Account Expired', show: yesNo },
    { name: 'subscriptionStartDate', label: 'Subscription Start Date' },
    { name: 'subscriptionEndDate', label: 'Subscription End Date' },
    { name: 'address', label: 'Address' },
    { name: 'description', label: 'Description' },
  ],
  words: {
    created: 'Client created successfully!',
    updated: 'Client updated successfully!',
    deleted: 'Client deleted successfully!',
    deleteFailed: 'An error occurred while updating the client.',
  },
};

export const noClient: ClientValues = {
  name: '',
  primaryEmail: '',
  maxUsers: '',
  accountExpired: false,
  subscriptionStartDate: '',
  subscriptionEndDate: '',
  address: '',
  description: '',
};

export const readClient = (client: ClientRecordFragment): ReadRecord<ClientValues> => ({
  id: client.id,
  version: client.version,
  name: client.name,
  values: {
    name: client.name,
    primaryEmail: client.primaryEmail,
    maxUsers: String(client.maxUsers),
    accountExpired: client.accountExpired,
    subscriptionStartDate: client.subscriptionStartDate,
    subscriptionEndDate: client.subscriptionEndDate,
    address: client.address,
    description: client.description,
  },
});

export function clientInput({ maxUsers, ...rest }: ClientValues): ClientInput {
  refuseEmpty({ maxUsers, ...rest }, [
    ['name', 'name'],
    ['primaryEmail', 'primary email'],
    ['maxUsers', 'max user'],
    ['subscriptionStartDate', 'subscription start date'],
    ['subscriptionEndDate', 'subscription end date'],
  ]);
  // GraphQL's Int accepts only integers; the server checks the rest of the rule.
  if (!/^\d{1,9}$/.test(maxUsers.trim())) {
    throw new InvalidInput({ maxUsers: ['The max user must be a whole number from 1 to 100,000.'] });
  }
  return { ...rest, maxUsers: Number(maxUsers) };
}
