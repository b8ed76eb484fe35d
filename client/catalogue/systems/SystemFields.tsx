import { Stack } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../components/form/FormField';
import { FormSection } from '../../components/form/FormSection';
import { type Check, checkText } from '../checks/checkText';
import { SOURCE, SourceFields, TO_CHECK } from '../checks/SourceFields';
import { Help, helpOf } from '../help/Help';
import { cutting, systemGroups } from '../keyData';
import { KeyTexts } from '../measures/KeyTexts';
import { MeasureSections } from '../measures/MeasureSections';
import { isOfModels } from './systemRecord';

const SYSTEM = 'Key System';

/** The groups, for the rail. */
export const systemSections = [SYSTEM, ...systemGroups.map(({ formTitle }) => formTitle), SOURCE];

/** `check`: of the record that is edited. */
export function SystemFields({ check }: { check: Check | undefined }) {
  const { setValue, subscribe } = useFormContext();
  // The check was of the old values.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name && isOfModels(name)) setValue('checked', false);
        },
      }),
    [subscribe, setValue],
  );
  const isChecked = useWatch({ name: 'checked' }) as boolean;
  return (
    <>
      <FormSection title={SYSTEM} help={<Help topic="Key system" />}>
        <Stack gap={4}>
          <FormField name="name" label="Name" required placeholder="Honda CMC37" />
          <FormField name="notes" label="Notes" lines={3} />
        </Stack>
      </FormSection>
      <FormSection title={cutting.formTitle} help={helpOf(cutting)}>
        <KeyTexts fields={cutting.data} columns={4} />
      </FormSection>
      <MeasureSections />
      <FormSection title={SOURCE}>
        <SourceFields tick="Checked">{isChecked && check?.checkedAt ? `${checkText(check)}.` : TO_CHECK}</SourceFields>
      </FormSection>
    </>
  );
}
