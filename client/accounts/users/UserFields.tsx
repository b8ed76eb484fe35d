import { Box, Stack } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../components/form/ChoiceField';
import { FormField } from '../../components/form/FormField';
import { Notice } from '../../components/notice/Notice';
import { formatCount } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import { ClientOptionsDocument, RolesDocument } from '../../graphql/generated/users';
import { useRead } from '../../graphql/useRead';
import { roleName } from '../accountWords';
import { today } from '../days';
import { FlagField } from './FlagField';
import { NewUsername } from './NewUsername';

interface Props {
  /** The user's current client, which can be kept even if it is full. */
  ownClientId: string | undefined;
  /** The saved username; undefined for a new user. */
  ownUsername: string | undefined;
}

/** A client without free seats is disabled and labelled as full (docs/rules.md, "Users"). */
function ClientChoice({ ownClientId }: Pick<Props, 'ownClientId'>) {
  // Fetched for every form, because other administrators take seats too.
  const { data, error, refetch } = useRead(ClientOptionsDocument, { fetchPolicy: 'cache-and-network' });
  return (
    <ChoiceField
      name="clientId"
      label="Client"
      choices={data?.clientOptions.map(({ id, name, maxUsers, usersCount }) => {
        const full = usersCount >= maxUsers && id !== ownClientId;
        return {
          value: id,
          text: full ? `${name} (full: ${formatCount(usersCount)} of ${formatCount(maxUsers)} seats taken)` : name,
          disabled: full,
        };
      })}
      failure={error && 'The clients did not load.'}
      onRetry={() => void refetch()}
    />
  );
}

const BUDGET = 'How many sheets the user may open. Empty: the usual budget.';

/** Access ends with the client's subscription, whatever the user's own date (docs/rules.md, "Ended subscriptions"). */
function BeyondClient() {
  const { data } = useRead(ClientOptionsDocument);
  const [clientId, day] = useWatch({ name: ['clientId', 'subscriptionEndDate'] });
  const client = data?.clientOptions.find(({ id }) => id === clientId);
  const beyond = client && day > client.subscriptionEndDate;
  return (
    // While empty, it adds no gap between the form's fields.
    <Box role="status" _empty={{ mt: -4 }}>
      {beyond && (
        <Notice kind="warning">
          The subscription of {client.name} ends earlier, on {formatDay(client.subscriptionEndDate)}, and the user’s
          access with it.
        </Notice>
      )}
    </Box>
  );
}

function RoleChoice() {
  const { data, error, refetch } = useRead(RolesDocument);
  return (
    <ChoiceField
      name="roleId"
      label="User Role"
      choices={data?.roles.map(({ id, authority }) => ({ value: id, text: roleName(authority) }))}
      failure={error && 'The roles did not load.'}
      onRetry={() => void refetch()}
    />
  );
}

export function UserFields({ ownClientId, ownUsername }: Props) {
  const { setValue } = useFormContext();
  return (
    <>
      <ClientChoice ownClientId={ownClientId} />
      <FormField name="username" label="Username" type="email" required help="The email address to sign in with." />
      <NewUsername username={ownUsername} />
      <FormField name="fullName" label="Full Name" required />
      <FormField
        name="subscriptionEndDate"
        label="Expiration Date"
        type="date"
        required
        // The flag follows the date (docs/rules.md, "Users"); an incomplete date leaves it unchanged.
        onChange={(day) => day && setValue('accountExpired', day < today())}
      />
      <BeyondClient />
      <RoleChoice />
      <Stack gap={1}>
        <FlagField name="accountExpired" label="Account Expired" help="Updated when the expiration date changes." />
        <FlagField name="enabled" label="Enabled" />
        <FlagField name="databaseDownloadAllowed" label="Database download allowed" />
      </Stack>
      <FormField name="sheetsPerHour" label="Sheets an hour" type="number" help={BUDGET} />
      <FormField name="sheetsPerDay" label="Sheets a day" type="number" help={BUDGET} />
    </>
  );
}
