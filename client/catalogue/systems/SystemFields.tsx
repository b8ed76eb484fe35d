import { chakra, Stack, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../components/form/FormField';
import { FormSection } from '../../components/form/FormSection';
import { formatDay } from '../../components/text/date';
import { Help, helpOf } from '../help/Help';
import { cutting, systemGroups } from '../keyData';
import { KeyTexts } from '../measures/KeyTexts';
import { MeasureSections } from '../measures/MeasureSections';
import { isOfModels } from './systemRecord';

const SYSTEM = 'Key System';
const SOURCE = 'Source';

/** The groups, for the rail. */
export const systemSections = [SYSTEM, ...systemGroups.map(({ formTitle }) => formTitle), SOURCE];

interface Props {
  /** Who checked the values, and when, if somebody has. */
  checkedBy: string | undefined;
  checkedAt: string | null | undefined;
}

export function SystemFields({ checkedBy, checkedAt }: Props) {
  const { register, setValue, subscribe } = useFormContext();
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
        <FormField name="source" label="Source" placeholder="A book with its page, or a key that was measured" />
        <chakra.label display="inline-flex" alignItems="center" gap={2.5} minH="control" mt={2} cursor="pointer">
          <chakra.input type="checkbox" boxSize={5} flexShrink={0} accentColor="accent" {...register('checked')} />
          Checked
        </chakra.label>
        <Text fontSize="xs" color="muted" overflowWrap="anywhere">
          {checkedAt && isChecked
            ? `Checked by ${checkedBy} on ${formatDay(checkedAt)}.`
            : 'Tick this when every value has been compared with its source.'}
        </Text>
      </FormSection>
    </>
  );
}
