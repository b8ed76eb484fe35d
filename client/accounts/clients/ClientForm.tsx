import { useApolloClient } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { Suspense, useRef } from 'react';
import { FormField } from '../../components/form/FormField';
import { lazyScreen } from '../../components/lazyScreen';
import { LogLink } from '../../components/record/LogLink';
import { type FormHandle, RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import { counted } from '../../components/text/counts';
import { ClientDocument, DeleteClientDocument, SaveClientDocument } from '../../graphql/generated/clients';
import { useForget } from '../accountChanges';
import { BesideForm } from '../BesideForm';
import { ExpiredMark, whyExpired } from '../ExpiredMark';
import { FlagField } from '../users/FlagField';
import { clientInput, clientKind, noClient, readClient } from './clientRecord';

/** Loaded after the form, which does not wait for it. */
const ClientUsers = lazyScreen(() => import('./desk/ClientUsers').then((file) => file.ClientUsers));

const LOAD_FAILURE = 'Failed to load client data.';

const seatsTaken = (count: number) => `${counted(count, 'seat')} ${count === 1 ? 'is' : 'are'} taken.`;

export function ClientForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForget();
  const form = useRef<FormHandle>(null);
  const { id, data, loading, missing, failed, retry } = useFormRecord(ClientDocument, mode);
  if (missing || failed) {
    return (
      <RecordProblem kind={clientKind} mode={mode} onRetry={missing ? undefined : retry}>
        {LOAD_FAILURE}
      </RecordProblem>
    );
  }

  const read = data ? readClient(data.client) : null;
  const isEdit = mode === 'edit';
  const fields = (
    <RecordForm
      ref={form}
      key={`${mode} ${id} ${loading}`}
      kind={clientKind}
      record={read}
      values={read?.values ?? noClient}
      loading={loading}
      save={async (values, { version }) => {
        const input = { ...(isEdit ? { id, version } : {}), ...clientInput(values) };
        const { data: saved } = await mutate({ mutation: SaveClientDocument, variables: { input } });
        if (saved) forget.client(saved.saveClient.id, isEdit ? 'updated' : 'created');
        return saved?.saveClient;
      }}
      remove={
        isEdit
          ? async () => {
              await mutate({ mutation: DeleteClientDocument, variables: { id } });
              forget.client(id, 'deleted');
            }
          : undefined
      }
      removeNote="The client’s account is deleted. A client that still has users stays until those are deleted or moved."
      reread={async () => {
        const { data: now } = await query({
          query: ClientDocument,
          variables: { id },
          fetchPolicy: 'no-cache',
        });
        if (!now) throw new Error(LOAD_FAILURE);
        return readClient(now.client);
      }}
    >
      <FormField name="name" label="Name" required />
      <FormField name="primaryEmail" label="Primary Email" type="email" required />
      <FormField
        name="maxUsers"
        label="Max User"
        type="number"
        required
        help={data ? seatsTaken(data.client.usersCount) : undefined}
      />
      <FormField name="subscriptionStartDate" label="Subscription Start Date" type="date" required />
      <FormField name="subscriptionEndDate" label="Subscription End Date" type="date" required />
      <FlagField
        name="accountExpired"
        label="Account Expired"
        help="Ends the subscription of all its users, whatever the dates."
      />
      <FormField name="address" label="Address" lines={3} help="As it appears on receipts." />
      <FormField name="description" label="Description" lines={4} />
      {isEdit && data && <LogLink record={`client-${id}`} />}
    </RecordForm>
  );
  if (!isEdit) return fields;
  return (
    <BesideForm form={fields}>
      {data?.client.expired && (
        <Text mb={4}>
          <ExpiredMark /> {whyExpired(data.client)}.
        </Text>
      )}
      {data && (
        <Suspense>
          <ClientUsers client={data.client} isDirty={() => form.current?.isDirty() ?? false} onChanged={retry} />
        </Suspense>
      )}
    </BesideForm>
  );
}
