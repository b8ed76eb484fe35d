import { useApolloClient } from '@apollo/client/react';
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { CopyPlus, PencilLine, RulerDimensionLine, Trash2 } from 'lucide-react';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { FormDialog } from '../../components/form/FormDialog';
import { Select } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import { lazyScreen } from '../../components/lazyScreen';
import type { Chosen } from '../../components/list/selection/useSelection';
import { DangerButton } from '../../components/notice/DangerButton';
import { Problem } from '../../components/notice/Problem';
import { counted } from '../../components/text/counts';
import { useOnce } from '../../components/useOnce';
import type { ModelFilter } from '../../graphql/generated/backOffice';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import {
  CopyModelsDocument,
  DeleteModelsDocument,
  type ImportField,
  SetKeySystemDocument,
  SetModelFieldDocument,
} from '../../graphql/generated/imports';
import { useRead } from '../../graphql/useRead';
import { sheetPaths } from '../../paths';
import { useForget } from '../catalogueChanges';
import { failureOf } from '../failureOf';
import { keyDataGroups, keyDatum } from '../keyData';
import { FieldList } from './FieldList';
import { yearsOf } from './yearsOf';

/** Loaded once it is asked for, with the list of key systems. */
const SetKeySystem = lazyScreen(() => import('./SetKeySystem').then((file) => file.SetKeySystem));

interface Props {
  chosen: Chosen;
  /** The list's filter: what "all that match" means. */
  filter: ModelFilter | undefined;
}

const fields: (readonly [ImportField, string])[] = [
  ...keyDataGroups.flatMap(({ data }) => data.map(({ field, label }) => [field, label] as const)),
  ['MAKE', 'Make'],
  ['MODEL', 'Model'],
  ['YEAR', 'Year'],
  ['SAMPLE', 'Sample data'],
  ['SOURCE', 'Source'],
  ['CHECKED_BY', 'Checked'],
];

/** What administrators do with the models that they have chosen. Each leads to what it would change, before it does. */
export function BulkActions({ chosen, filter }: Props) {
  const { mutate } = useApolloClient();
  const navigate = useNavigate();
  const forget = useForget();
  const [once, busy] = useOnce();
  const [dialog, setDialog] = useState<'set' | 'system' | 'copy' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const selection = chosen.ids ? { ids: chosen.ids } : { filter: filter ?? null };

  const begin = (start: () => Promise<string | undefined>) =>
    once(async () => {
      setFailure(null);
      try {
        const id = await start();
        if (!id) return;
        forget.imports();
        void navigate(sheetPaths.show(id));
      } catch (error) {
        setFailure(failureOf(error));
      }
    });
  const set = (field: ImportField, value: string) =>
    begin(async () => {
      const variables = { input: { selection, field, value } };
      return (await mutate({ mutation: SetModelFieldDocument, variables })).data?.setModelField.id;
    });
  const setSystem = (keySystemId: string | null) =>
    begin(async () => {
      const variables = { input: { selection, keySystemId } };
      return (await mutate({ mutation: SetKeySystemDocument, variables })).data?.setKeySystem.id;
    });
  const copy = (years: number[]) =>
    begin(async () => {
      const variables = { input: { selection, years } };
      return (await mutate({ mutation: CopyModelsDocument, variables })).data?.copyModels.id;
    });
  const remove = () =>
    begin(async () => {
      const variables = { input: { selection } };
      return (await mutate({ mutation: DeleteModelsDocument, variables })).data?.deleteModels.id;
    });
  const open = (which: NonNullable<typeof dialog>) => {
    setFailure(null);
    setDialog(which);
  };
  const about = { count: chosen.count, busy, failure, onClose: () => setDialog(null) };
  return (
    <>
      <Button variant="outline" onClick={() => open('set')}>
        <PencilLine aria-hidden="true" />
        Set a field
      </Button>
      <Button variant="outline" onClick={() => open('system')}>
        <RulerDimensionLine aria-hidden="true" />
        Set key system
      </Button>
      <Button variant="outline" onClick={() => open('copy')}>
        <CopyPlus aria-hidden="true" />
        Copy to years …
      </Button>
      <DangerButton onClick={() => void remove()}>
        <Trash2 aria-hidden="true" />
        Delete
      </DangerButton>
      {failure && !dialog && <Problem>{failure}</Problem>}
      {dialog === 'set' && <SetField {...about} onSubmit={(field, value) => void set(field, value)} />}
      {dialog === 'system' && (
        <Suspense>
          <SetKeySystem {...about} onSubmit={(id) => void setSystem(id)} />
        </Suspense>
      )}
      {dialog === 'copy' && <CopyYears {...about} onSubmit={(years) => void copy(years)} />}
    </>
  );
}

interface DialogProps {
  count: number;
  busy: boolean;
  failure: string | null;
  onClose: () => void;
}

const Buttons = ({ busy, onClose }: Pick<DialogProps, 'busy' | 'onClose'>) => (
  <Flex gap={2} justify="flex-end" wrap="wrap">
    <Button type="button" variant="outline" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit">{busy ? 'Preparing...' : 'Preview'}</Button>
  </Flex>
);

function SetField({ onSubmit, ...about }: DialogProps & { onSubmit: (field: ImportField, value: string) => void }) {
  const [field, setField] = useState<ImportField>('ILCO');
  const [value, setValue] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { data } = useRead(MakeOptionsDocument, { skip: field !== 'MAKE' });
  const choices: readonly (readonly [string, string])[] | undefined =
    field === 'MAKE'
      ? (data?.makeOptions ?? []).map(({ id, displayName }) => [id, displayName] as const)
      : field === 'SAMPLE'
        ? [['yes', 'Yes'] as const, ['no', 'No'] as const]
        : field === 'CHECKED_BY'
          ? [['yes', 'I have checked them'] as const, ['no', 'Not checked'] as const]
          : keyDatum(field)?.choices?.map((choice) => [choice, choice] as const);
  const mayBeEmpty = keyDatum(field) !== undefined || field === 'SOURCE';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(field, value);
  };
  return (
    <FormDialog
      title={`Set a field of ${counted(about.count, 'model')}`}
      description={
        <Text mb={3}>The next page shows the old and the new value of each. Nothing changes until you apply it.</Text>
      }
      onClose={about.onClose}
    >
      <form ref={form} onSubmit={submit} aria-label="Set a field">
        <Stack gap={4}>
          {about.failure && <Problem>{about.failure}</Problem>}
          <FieldList
            label="Field"
            value={field}
            options={fields}
            onChange={(next, isDone) => {
              flushSync(() => {
                setField(next);
                setValue('');
              });
              if (isDone) form.current?.querySelector<HTMLElement>('[name=value]')?.focus();
            }}
          />
          {choices ? (
            <Select
              label="New value"
              name="value"
              value={value}
              options={[['', mayBeEmpty ? 'Empty' : 'Choose one'], ...choices]}
              onChange={setValue}
            />
          ) : (
            <TextField
              label="New value"
              name="value"
              placeholder={mayBeEmpty ? 'Empty: clears the field' : undefined}
              autoComplete="off"
              fontFamily="mono"
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
          <Buttons {...about} />
        </Stack>
      </form>
    </FormDialog>
  );
}

function CopyYears({ onSubmit, ...about }: DialogProps & { onSubmit: (years: number[]) => void }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const years = yearsOf(text);
    if (years) onSubmit(years);
    else setWrong('Please enter years, such as 2004, 2006-2009.');
  };
  return (
    <FormDialog
      title={`Copy ${counted(about.count, 'model')} to other years`}
      description={
        <Text mb={3}>All keys of a bike are copied. The next page shows every new model, and which already exist.</Text>
      }
      onClose={about.onClose}
    >
      <form onSubmit={submit} aria-label="Copy to years" noValidate>
        <Stack gap={4}>
          {about.failure && <Problem>{about.failure}</Problem>}
          <TextField
            label="Years"
            data-first-field=""
            placeholder="2004, 2006-2009"
            autoComplete="off"
            error={wrong}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setWrong('');
            }}
          />
          <Buttons {...about} />
        </Stack>
      </form>
    </FormDialog>
  );
}
