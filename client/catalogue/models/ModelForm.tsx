import { useApolloClient } from '@apollo/client/react';
import { BookOpen } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { SectionRail } from '../../components/form/FormSection';
import { LinkButton } from '../../components/LinkButton';
import { lazyScreen } from '../../components/lazyScreen';
import { type FormHandle, RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import {
  DeleteModelDocument,
  type ModelRecordFragment,
  ModelToEditDocument,
  SaveModelDocument,
} from '../../graphql/generated/backOffice';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { DEFAULT_MAKE, lookupPath } from '../../paths';
import { useForget } from '../catalogueChanges';
import { NO_CHECK } from '../checks/checkText';
import { ModelFields, modelSections } from './ModelFields';
import { modelInput, modelKind, noModel, readModel } from './modelRecord';

/** Loaded after the form, which does not wait for it. */
const ModelHistory = lazyScreen(() => import('../history/ModelHistory').then((file) => file.ModelHistory));

const SampleMark = lazyScreen(() => import('../sample/SampleMark').then((file) => file.SampleMark));

/** A new model defaults to make 53 if it exists, else the first make (docs/rules.md, "Makes and models"). */
function useDefaultMake(isNeeded: boolean) {
  const { data, loading } = useRead(MakeOptionsDocument, { skip: !isNeeded });
  const makes = data?.makeOptions ?? [];
  return { makeId: makes.find(({ id }) => id === DEFAULT_MAKE)?.id ?? makes[0]?.id ?? '', loading: loading && !data };
}

const sheetOf = ({ id, make, name }: ModelRecordFragment) =>
  lookupPath({ make: make.id, mode: 'model', value: name, id });

export function ModelForm({ mode }: { mode: FormMode }) {
  const { mutate, query } = useApolloClient();
  const forget = useForget();
  const { id, data, loading: reading, missing, failed, retry } = useFormRecord(ModelToEditDocument, mode);
  const defaultMake = useDefaultMake(mode === 'create');
  const form = useRef<FormHandle>(null);
  if (missing || failed) {
    return (
      <RecordProblem kind={modelKind} mode={mode} onRetry={missing ? undefined : retry}>
        No product data available
      </RecordProblem>
    );
  }

  const model = data?.model;
  const read = model ? readModel(model) : null;
  const loading = reading || defaultMake.loading;
  const isEdit = mode === 'edit';
  const isCopy = mode === 'copy';
  const values = read?.values ?? noModel(defaultMake.makeId);
  const images = model?.images.length ?? 0;
  return (
    <>
      <RecordForm
        ref={form}
        key={`${mode} ${id} ${loading}`}
        kind={modelKind}
        record={isEdit ? read : null}
        values={isCopy ? { ...values, year: '' } : values}
        copyOf={isCopy ? (model ? `${model.make.displayName} ${model.name} ${model.year}` : '') : undefined}
        focus={isCopy ? 'year' : undefined}
        links={
          isEdit && (
            <LinkButton to={model ? sheetOf(model) : ''} Icon={BookOpen}>
              Open the sheet
            </LinkButton>
          )
        }
        loading={loading}
        aside={<SectionRail titles={modelSections} />}
        save={async (values, { version, base }) => {
          // A copy of sample data is sample data, unless it was checked.
          const copied = { copyOf: id, sample: model?.sample };
          const about = isEdit ? { id, version } : isCopy ? copied : {};
          const input = { ...about, ...modelInput(values, base) };
          const { data: saved } = await mutate({ mutation: SaveModelDocument, variables: { input } });
          if (saved) forget.model(saved.saveModel.id, isEdit ? 'updated' : 'created');
          return saved?.saveModel;
        }}
        remove={
          isEdit
            ? async () => {
                await mutate({ mutation: DeleteModelDocument, variables: { id } });
                forget.model(id, 'deleted');
              }
            : undefined
        }
        removeNote={
          images
            ? `Its key data and ${images === 1 ? 'its image' : `its ${images} images`} are deleted with it.`
            : 'Its key data is deleted with it.'
        }
        reread={async () => {
          const { data: now } = await query({
            query: ModelToEditDocument,
            variables: { id },
            fetchPolicy: 'no-cache',
          });
          if (!now) throw new Error('The model did not load.');
          return readModel(now.model);
        }}
      >
        <ModelFields
          own={isEdit ? id : undefined}
          copied={isCopy && read && model ? { id, values: read.values, otherKeys: model.otherKeys ?? [] } : undefined}
          check={model && (isEdit ? model : { ...model, ...NO_CHECK })}
          alt={read?.name ?? 'New model'}
        />
      </RecordForm>
      {isEdit && read && !loading && (
        <Suspense>
          <SampleMark key={id} id={id} />
          <ModelHistory
            id={id}
            version={read.version}
            isDirty={() => form.current?.isDirty() ?? false}
            onRestored={retry}
          />
        </Suspense>
      )}
    </>
  );
}
