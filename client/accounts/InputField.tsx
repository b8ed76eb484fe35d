import { Field, Input } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { ErrorText } from '../components/ErrorText';
import { useFieldError } from '../components/FormState';
import { fieldId } from '../components/record';

interface Props {
  name: string;
  label: string;
  type: 'email' | 'number' | 'date';
  required?: boolean;
  help?: string;
  onChange?: (value: string) => void;
}

/** Widths say how much is expected. */
const widths = { email: undefined, number: '10rem', date: '12rem' };

/** A labelled input of the browser's own kinds: an address, a number, a day. */
export function InputField({ name, label, type, required, help, onChange }: Props) {
  const { register } = useFormContext();
  const error = useFieldError(name);
  return (
    <Field.Root invalid={Boolean(error)} required={required} id={fieldId(name)}>
      <Field.Label data-required={required ? '' : undefined}>{label}</Field.Label>
      <Input
        type={type}
        maxW={widths[type]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={type === 'number' ? 'numeric' : undefined}
        // A year of five digits is a slip that the date picker would take.
        max={type === 'date' ? '9999-12-31' : undefined}
        {...register(name, { onChange: (event) => onChange?.(event.target.value) })}
      />
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
