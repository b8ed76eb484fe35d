import { useApolloClient } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { FormField } from '../../components/form/FormField';
import { RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import type { ReadRecord, RecordKind } from '../../components/record/record';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import {
  AliasDocument,
  type AliasRecordFragment,
  DeleteAliasDocument,
  SaveAliasDocument,
} from '../../graphql/generated/aliases';
import { useForgetFields } from '../../graphql/useForgetFields';
import { aliasPaths } from '../../paths';
import { MakeSelect } from '../makes/MakeSelect';

interface AliasValues {
  text: string;
  makeId: string;
  name: string;
}

const aliasKind: RecordKind<AliasValues> = {
  title: 'Alias',
  paths: aliasPaths,
  fields: [
    { name: 'text', label: 'Alias' },
    { name: 'makeId', label: 'Make' },
    { name: 'name', label: 'Model' },
  ],
  words: {
    created: 'Alias created successfully!',
    updated: 'Alias updated successfully!',
    deleted: 'Alias deleted successfully!',
    deleteFailed: 'An error occurred while deleting the alias.',
  },
};

const readAlias = ({ id, version, text, make, name }: AliasRecordFragment): ReadRecord<AliasValues> => ({
  id,
  version,
  name: text,
  values: { text, makeId: make.id, name },
});

export function AliasForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForgetFields();
  const text = useSearchParams()[0].get('text') ?? '';
  const { id, data, loading, missing, failed, retry } = useFormRecord(AliasDocument, mode);
  if (missing || failed) {
    return (
      <RecordProblem kind={aliasKind} mode={mode} onRetry={missing ? undefined : retry}>
        {missing ? 'No alias data available' : 'The alias did not load.'}
      </RecordProblem>
    );
  }

  const read = data ? readAlias(data.alias) : null;
  const isEdit = mode === 'edit';
  return (
    <RecordForm
      key={`${mode} ${id} ${loading}`}
      kind={aliasKind}
      record={read}
      values={read?.values ?? { text, makeId: '', name: '' }}
      loading={loading}
      save={async (values, { version }) => {
        const input = { ...(isEdit && { id, version }), ...values };
        const { data: saved } = await mutate({ mutation: SaveAliasDocument, variables: { input } });
        forget(['aliases', 'missedSearches', 'worklist']);
        return saved?.saveAlias;
      }}
      remove={
        isEdit
          ? async () => {
              await mutate({ mutation: DeleteAliasDocument, variables: { id } });
              forget(['aliases'], { __typename: 'Alias', id });
            }
          : undefined
      }
      reread={async () => {
        const { data: now } = await query({ query: AliasDocument, variables: { id }, fetchPolicy: 'no-cache' });
        if (!now) throw new Error('The alias did not load.');
        return readAlias(now.alias);
      }}
    >
      <FormField name="text" label="Alias" required help="What people say, e.g. Gixxer." />
      <MakeSelect name="makeId" label="Make" />
      <FormField
        name="name"
        label="Model"
        help="The name of the models, or a part of it, e.g. GSX-R. Empty: all models of the make."
      />
    </RecordForm>
  );
}
