import { Field, Input, type InputProps, Textarea } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { ErrorText } from './ErrorText';
import { useFieldError } from './FormState';
import { fieldId } from './record';

interface Props extends Pick<InputProps, 'inputMode' | 'autoComplete' | 'fontFamily' | 'maxW' | 'placeholder'> {
  name: string;
  label: string;
  required?: boolean;
  /** A text area of so many lines. */
  lines?: number;
}

/** A labelled text of a record, with the server's messages about it. */
export function FormField({ name, label, required, lines, maxW, ...input }: Props) {
  const { register } = useFormContext();
  const error = useFieldError(name);
  return (
    <Field.Root invalid={Boolean(error)} required={required} id={fieldId(name)} maxW={maxW}>
      <Field.Label data-required={required ? '' : undefined}>{label}</Field.Label>
      {lines ? (
        <Textarea rows={lines} {...register(name)} />
      ) : (
        <Input autoComplete="off" {...input} {...register(name)} />
      )}
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
