import { Field, Input, Textarea } from '@chakra-ui/react';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { ErrorText } from '../../../components/form/ErrorText';

interface Props {
  label: string;
  value: string;
  /** The text in the file, if the field has a different one; otherwise null. */
  original: string | null;
  problem: string | undefined;
  onChange: (value: string) => void;
  onSave: () => void;
}

/** A cell as a field, with its problem. It is saved when it loses the focus, and on Enter. */
export function MendedCell({ label, value, original, problem, onChange, onSave }: Props) {
  const input = {
    value,
    autoComplete: 'off',
    fontFamily: 'mono',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value),
    onBlur: onSave,
  };
  // A single-line field would lose line breaks. Decided once, because replacing the element would lose the focus.
  const [isLong] = useState(value.length > 60 || /[\r\n]/.test(value));
  return (
    <Field.Root invalid={problem !== undefined}>
      <Field.Label overflowWrap="anywhere">{label}</Field.Label>
      {isLong ? (
        <Textarea rows={3} {...input} />
      ) : (
        <Input {...input} onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && onSave()} />
      )}
      <ErrorText>{problem}</ErrorText>
      {original !== null && <Field.HelperText>In the file: {original || 'empty'}</Field.HelperText>}
    </Field.Root>
  );
}
