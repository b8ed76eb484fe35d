import { Field } from '@chakra-ui/react';
import { useController } from 'react-hook-form';
import { Problem } from '../notice/Problem';
import { fieldId } from '../record/record';
import { ErrorText } from './ErrorText';
import { SelectControl } from './Select';
import { useFieldError } from './useFormState';

interface Choice {
  value: string;
  text: string;
  disabled?: boolean;
}

interface Props {
  name: string;
  label: string;
  /** Undefined while loading. */
  choices: readonly Choice[] | undefined;
  /** Shown if the choices failed to load. */
  failure: string | undefined;
  onRetry: () => void;
  help?: string;
  /** The label of a value that is not among the choices; without it, nothing is shown. */
  unlisted?: (value: string) => string;
}

/** A choice among many in the native select, with the phone's own picker and search by typing. */
export function ChoiceField({ name, label, choices, failure, onRetry, help, unlisted }: Props) {
  const { field } = useController({ name });
  const error = useFieldError(name);
  if (failure && !choices) return <Problem onRetry={onRetry}>{failure}</Problem>;
  const isUnlisted = unlisted && field.value && !choices?.some(({ value }) => value === field.value);
  return (
    <Field.Root invalid={Boolean(error)} required id={fieldId(name)}>
      <Field.Label data-required="">{label}</Field.Label>
      <Field.Context>
        {({ getSelectProps }) => (
          <SelectControl {...(getSelectProps() as object)} {...field} aria-busy={!choices}>
            {(!choices || !field.value) && !isUnlisted && (
              <option value={field.value} disabled>
                {choices ? 'Choose one' : 'Loading...'}
              </option>
            )}
            {isUnlisted && <option value={field.value}>{choices ? unlisted(field.value) : field.value}</option>}
            {choices?.map(({ value, text, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </SelectControl>
        )}
      </Field.Context>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
