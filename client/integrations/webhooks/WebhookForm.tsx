import { useApolloClient } from '@apollo/client/react';
import { chakra, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../components/form/FormField';
import { NewSecret } from '../../components/form/NewSecret';
import { Notice } from '../../components/notice/Notice';
import { RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { fieldId } from '../../components/record/record';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import { formatMoment } from '../../components/text/date';
import {
  DeleteWebhookDocument,
  SaveWebhookDocument,
  WebhookDocument,
  type WebhookRecordFragment,
} from '../../graphql/generated/webhooks';
import { useForgetFields } from '../../graphql/useForgetFields';
import { EventChoice } from './EventChoice';
import { WebhookActions } from './WebhookActions';
import { noWebhook, readWebhook, webhookKind } from './webhookRecord';

const LOAD_FAILURE = 'The webhook did not load.';

export function WebhookForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForgetFields();
  /** The secret that is shown, and how to go on once the user has stored it. */
  const [shown, setShown] = useState<{ secret: string; goOn: () => void } | null>(null);
  const { id, data, loading, missing, failed, retry } = useFormRecord(WebhookDocument, mode);
  if (missing || failed) {
    return (
      <RecordProblem kind={webhookKind} mode={mode} onRetry={missing ? undefined : retry}>
        {missing ? 'No webhook data available' : LOAD_FAILURE}
      </RecordProblem>
    );
  }

  const show = (secret: string) => new Promise<void>((goOn) => setShown({ secret, goOn }));
  const read = data ? readWebhook(data.webhook) : null;
  const isEdit = mode === 'edit';
  return (
    <>
      <RecordForm
        key={`${mode} ${id} ${loading}`}
        kind={webhookKind}
        record={read}
        values={read?.values ?? noWebhook}
        loading={loading}
        links={isEdit && <WebhookActions id={id} onSecret={show} />}
        save={async (values, { version }) => {
          const input = { ...(isEdit && { id, version }), ...values };
          const { data: saved } = await mutate({ mutation: SaveWebhookDocument, variables: { input } });
          forget(['webhooks', 'logEntries', 'worklist']);
          // The form is left once the secret has been stored.
          if (saved?.saveWebhook.secret) await show(saved.saveWebhook.secret);
          return saved?.saveWebhook.webhook;
        }}
        remove={
          isEdit
            ? async () => {
                await mutate({ mutation: DeleteWebhookDocument, variables: { id } });
                forget(['webhooks', 'logEntries', 'worklist'], { __typename: 'Webhook', id });
              }
            : undefined
        }
        removeNote="The webhook and the log of its deliveries are deleted."
        reread={async () => {
          const { data: now } = await query({ query: WebhookDocument, variables: { id }, fetchPolicy: 'no-cache' });
          if (!now) throw new Error(LOAD_FAILURE);
          return readWebhook(now.webhook);
        }}
      >
        {data && <Failures webhook={data.webhook} />}
        <FormField
          name="url"
          label="Address"
          required
          help="Begins with https:// and is on the public internet. It gets a POST with JSON, signed with the webhook’s secret."
        />
        <FormField name="description" label="Description" help="What it is for." />
        <EventChoice />
        <Enabled />
        {data && (
          <Text color="muted" fontSize="sm">
            Created by {data.webhook.username} on {formatMoment(data.webhook.createdAt)}
          </Text>
        )}
      </RecordForm>
      {shown && (
        <NewSecret
          title="The webhook’s secret"
          description="Give it to the receiver, which uses it to verify that a delivery comes from here."
          secret={shown.secret}
          onDone={() => {
            setShown(null);
            shown.goOn();
          }}
        />
      )}
    </>
  );
}

/** Says that a webhook fails, or that it was disabled because it failed. */
function Failures({ webhook: { state, failingSince, disabledAt } }: { webhook: WebhookRecordFragment }) {
  if (disabledAt)
    return (
      <Notice kind="danger">
        Disabled on {formatMoment(disabledAt)}, because every attempt had failed for three days. Enable it once the
        receiver works again.
      </Notice>
    );
  // A failing test of one that an administrator has disabled is nothing to warn of.
  if (state !== 'FAILING' || !failingSince) return null;
  return (
    <Notice kind="warning">
      Every attempt since {formatMoment(failingSince)} has failed. After three days the webhook is disabled.
    </Notice>
  );
}

function Enabled() {
  const { register } = useFormContext();
  return (
    <chakra.label display="flex" alignItems="center" gap={2.5} minH="control" cursor="pointer">
      <chakra.input
        type="checkbox"
        id={fieldId('enabled')}
        boxSize={5}
        flexShrink={0}
        accentColor="accent"
        {...register('enabled')}
      />
      Enabled: events are sent to it
    </chakra.label>
  );
}
