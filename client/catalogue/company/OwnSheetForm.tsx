import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FormField } from '../../components/form/FormField';
import { FormSection, SectionRail } from '../../components/form/FormSection';
import { RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import { DeleteOwnSheetDocument, OwnSheetDocument, SaveOwnSheetDocument } from '../../graphql/generated/ownSheets';
import { useForgetFields } from '../../graphql/useForgetFields';
import { cutting, immobiliser, keyDataGroups, locks, primary, tips, wafers } from '../keyData';
import { Columns, KeyTexts } from '../measures/KeyTexts';
import { MeasureSections } from '../measures/MeasureSections';
import { asFormErrors, noOwnSheet, ownSheetInput, ownSheetKind, readOwnSheet } from './ownSheetRecord';

const BIKE = 'Motorcycle';
const sections = [BIKE, ...keyDataGroups.map(({ formTitle }) => formTitle)];
/** The groups before and after the measures and key facts, which have sections of their own. */
const before = [primary, wafers, locks, cutting];
const after = [immobiliser, tips];

const Group = ({ group: { formTitle, data } }: { group: (typeof before | typeof after)[number] }) => (
  <FormSection title={formTitle}>
    <KeyTexts fields={data} />
  </FormSection>
);

/** A sheet of the company's own, for a bike that the catalogue lacks. */
export function OwnSheetForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForgetFields();
  const name = useSearchParams()[0].get('name') ?? '';
  const [sentId] = useState(() => crypto.randomUUID());
  const { id, data, loading, missing, failed, retry } = useFormRecord(OwnSheetDocument, mode);
  if (missing || failed) {
    return (
      <RecordProblem kind={ownSheetKind} mode={mode} onRetry={missing ? undefined : retry}>
        {missing ? 'There is no such own sheet.' : 'The own sheet did not load.'}
      </RecordProblem>
    );
  }
  const read = data ? readOwnSheet(data) : null;
  const isEdit = mode === 'edit';
  const stale = ['ownSheets', 'ownSheet', 'ownValues', 'companyNotes'];
  return (
    <RecordForm
      key={`${mode} ${id} ${loading}`}
      kind={ownSheetKind}
      record={read}
      values={read?.values ?? { ...noOwnSheet, name }}
      focus={isEdit ? undefined : 'make'}
      loading={loading}
      aside={<SectionRail titles={sections} />}
      save={async (values, { version }) => {
        const about = isEdit ? { id, version } : { sentId };
        const input = { ...about, ...ownSheetInput(values) };
        const { data: saved } = await mutate({ mutation: SaveOwnSheetDocument, variables: { input } }).catch(
          asFormErrors,
        );
        forget(stale);
        return saved?.saveOwnSheet;
      }}
      remove={
        isEdit
          ? async () => {
              await mutate({ mutation: DeleteOwnSheetDocument, variables: { id } });
              forget(stale, { __typename: 'OwnSheet', id });
            }
          : undefined
      }
      removeNote="Your colleagues lose it, too, with its notes."
      reread={async () => {
        const { data: now } = await query({ query: OwnSheetDocument, variables: { id }, fetchPolicy: 'no-cache' });
        if (!now) throw new Error('The own sheet did not load.');
        return readOwnSheet(now);
      }}
    >
      <FormSection title={BIKE}>
        <Columns gridTemplateColumns={{ lg: '2fr 2fr 1fr' }}>
          <FormField name="make" label="Make" required />
          <FormField name="name" label="Model" required />
          <FormField name="year" label="Year" required inputMode="numeric" />
        </Columns>
      </FormSection>
      {before.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      <MeasureSections />
      {after.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </RecordForm>
  );
}
