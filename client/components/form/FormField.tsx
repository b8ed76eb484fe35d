import { Field, Input, type InputProps, Textarea } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { fieldId } from '../record/record';
import { BesideLabel } from './BesideLabel';
import { ErrorText } from './ErrorText';
import { SelectControl } from './Select';
import { useFieldError } from './useFormState';

interface Props extends Pick<InputProps, 'inputMode' | 'autoComplete' | 'fontFamily' | 'maxW' | 'placeholder'> {
  name: string;
  label: string;
  /** A native input type; defaults to text. */
  type?: keyof typeof kinds;
  required?: boolean;
  /** Makes it a text area with this number of lines. */
  lines?: number;
  /** Makes it a select: these, or none. */
  choices?: readonly string[] | undefined;
  help?: string | undefined;
  /** Beside the label, such as what explains it. */
  beside?: ReactNode;
  onChange?: (value: string) => void;
}

/** The width suggests the expected length. */
const kinds = {
  text: {},
  email: { autoCapitalize: 'none', spellCheck: false },
  number: { maxW: '10rem', inputMode: 'numeric' },
  // Without a maximum, browsers accept years with more than four digits.
  date: { maxW: '12rem', max: '9999-12-31' },
} as const satisfies Record<string, InputProps>;

/** A labelled field of a record, with the server's messages about it. */
export function FormField(props: Props) {
  const { name, label, type = 'text', required, lines, choices, help, beside, maxW, onChange, ...input } = props;
  const { register } = useFormContext();
  const error = useFieldError(name);
  const registered = register(name, { onChange: (event) => onChange?.(event.target.value) });
  return (
    <Field.Root invalid={Boolean(error)} required={required} id={fieldId(name)} maxW={maxW}>
      <BesideLabel beside={beside}>
        <Field.Label data-required={required ? '' : undefined}>{label}</Field.Label>
      </BesideLabel>
      {choices && (
        <Field.Context>
          {({ getSelectProps }) => (
            <SelectControl {...(getSelectProps() as object)} {...registered}>
              <option value="">Unknown</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </SelectControl>
          )}
        </Field.Context>
      )}
      {lines && <Textarea rows={lines} {...registered} />}
      {!choices && !lines && <Input type={type} autoComplete="off" {...kinds[type]} {...input} {...registered} />}
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
