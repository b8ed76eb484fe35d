import { Field } from '@chakra-ui/react';
import { useController } from 'react-hook-form';
import { ErrorText } from '../components/ErrorText';
import { useFieldError } from '../components/FormState';
import { Problem } from '../components/Problem';
import { fieldId } from '../components/record';
import { SelectControl } from '../components/Select';

interface Choice {
  value: string;
  text: string;
  disabled?: boolean;
}

interface Props {
  name: string;
  label: string;
  /** Undefined while they are on their way. */
  choices: readonly Choice[] | undefined;
  /** Said where they did not come. */
  failure: string | undefined;
  onRetry: () => void;
  help?: string;
}

/** A record that this one belongs to, in the browser's own select: on a phone its wheel, and typing finds. */
export function ChoiceField({ name, label, choices, failure, onRetry, help }: Props) {
  const { field } = useController({ name });
  const error = useFieldError(name);
  if (failure && !choices) return <Problem onRetry={onRetry}>{failure}</Problem>;
  return (
    <Field.Root invalid={Boolean(error)} required id={fieldId(name)}>
      <Field.Label data-required="">{label}</Field.Label>
      <Field.Context>
        {({ getSelectProps }) => (
          <SelectControl {...(getSelectProps() as object)} {...field} aria-busy={!choices}>
            {(!choices || !field.value) && (
              <option value={field.value} disabled>
                {choices ? 'Choose one' : 'Loading...'}
              </option>
            )}
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
