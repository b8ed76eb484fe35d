import { useApolloClient } from '@apollo/client/react';
import { Text, Link as TextLink } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { SectionRail } from '../../components/form/FormSection';
import { lazyScreen } from '../../components/lazyScreen';
import { Notice } from '../../components/notice/Notice';
import { RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import { counted } from '../../components/text/counts';
import {
  DeleteKeySystemDocument,
  KeySystemToEditDocument,
  SaveKeySystemDocument,
  StageKeySystemDocument,
} from '../../graphql/generated/systems';
import { listOf, sheetPaths } from '../../paths';
import { useForget } from '../catalogueChanges';
import { SystemFields, systemSections } from './SystemFields';
import { changesModels, noSystem, readSystem, systemInput, systemKind } from './systemRecord';

/** Loaded after the form, which does not wait for it. */
const KeySystemHistory = lazyScreen(() => import('./KeySystemHistory').then((file) => file.KeySystemHistory));

export function KeySystemForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForget();
  const { id, data, loading, missing, failed, retry } = useFormRecord(KeySystemToEditDocument, mode);
  if (missing || failed) {
    return (
      <RecordProblem kind={systemKind} mode={mode} onRetry={missing ? undefined : retry}>
        {missing ? 'There is no such key system.' : 'The key system did not load.'}
      </RecordProblem>
    );
  }

  const system = data?.keySystem;
  const read = system ? readSystem(system) : null;
  const isEdit = mode === 'edit';
  const isCopy = mode === 'copy';
  const values = read?.values ?? noSystem;
  const models = isEdit ? (system?.modelsCount ?? 0) : 0;
  return (
    <>
      <RecordForm
        key={`${mode} ${id} ${loading}`}
        kind={systemKind}
        record={isEdit ? read : null}
        // Names are unique, and nobody has checked the copy.
        values={isCopy ? { ...values, name: '', checked: false } : values}
        copyOf={isCopy ? (read?.name ?? '') : undefined}
        focus={isCopy ? 'name' : undefined}
        loading={loading}
        aside={<SectionRail titles={systemSections} />}
        save={async (values, { version, base }) => {
          const about = isEdit ? { id, version } : isCopy ? { copyOf: id } : {};
          const variables = { input: { ...about, ...systemInput(values, base) } };
          if (models > 0 && changesModels(values, base)) {
            const { data: staged } = await mutate({ mutation: StageKeySystemDocument, variables });
            forget.imports();
            return staged && { stagedAt: sheetPaths.show(staged.stageKeySystem.id) };
          }
          const { data: saved } = await mutate({ mutation: SaveKeySystemDocument, variables });
          if (saved) forget.system(saved.saveKeySystem.id, isEdit ? 'updated' : 'created');
          return saved?.saveKeySystem;
        }}
        remove={
          isEdit
            ? async () => {
                await mutate({ mutation: DeleteKeySystemDocument, variables: { id } });
                forget.system(id, 'deleted');
              }
            : undefined
        }
        removeNote="A key system that models have stays until these have another one, or values of their own."
        reread={async () => {
          const { data: now } = await query({
            query: KeySystemToEditDocument,
            variables: { id },
            fetchPolicy: 'no-cache',
          });
          if (!now) throw new Error('The key system did not load.');
          return readSystem(now.keySystem);
        }}
      >
        {models > 0 && (
          <Notice>
            <Text>
              <TextLink asChild fontWeight="semibold">
                <Link to={listOf.models({ system: id })}>{counted(models, 'model')}</Link>
              </TextLink>{' '}
              {models === 1 ? 'has' : 'have'} these values. If you change one, you first see what changes in each model.
            </Text>
          </Notice>
        )}
        <SystemFields check={system} />
      </RecordForm>
      {isEdit && read && !loading && (
        <Suspense>
          <KeySystemHistory id={id} />
        </Suspense>
      )}
    </>
  );
}
