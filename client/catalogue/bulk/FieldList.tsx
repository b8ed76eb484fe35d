import { Field } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import { styled } from '../../components/styled';
import { plainInput } from '../../recipes';

const List = styled('select', {
  ...plainInput,
  h: 'auto',
  minH: 'control',
  px: 1,
  py: 1,
  '& option': { px: 2, py: 1, borderRadius: 'sm' },
  // Browsers keep their own background colour.
  '& option:checked': { bgImage: 'linear-gradient({colors.accent}, {colors.accent})', color: 'onAccent' },
});

interface Props<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  /** `isDone` if it was chosen with the pointer: the arrow keys only pass by. */
  onChange: (value: Value, isDone: boolean) => void;
}

/** Options of which several are visible, so one press chooses. Phones show their own picker. */
export function FieldList<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const id = useId();
  const byPointer = useRef(false);
  return (
    <Field.Root id={id}>
      <Field.Label>{label}</Field.Label>
      <List
        id={id}
        size={7}
        data-first-field=""
        value={value}
        onPointerDown={() => {
          byPointer.current = true;
        }}
        onKeyDown={() => {
          byPointer.current = false;
        }}
        onChange={({ target }) => onChange(target.value as Value, byPointer.current)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </List>
    </Field.Root>
  );
}
