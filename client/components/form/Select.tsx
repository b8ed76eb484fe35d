import { chakra, Field } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

const Control = chakra('select', {
  base: {
    appearance: 'none',
    w: 'full',
    h: 'control',
    ps: 3,
    pe: 10,
    bg: 'panel',
    color: 'text',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'control',
    textOverflow: 'ellipsis',
    _hover: { borderColor: 'accent' },
    _invalid: { borderColor: 'danger', borderWidth: '2px' },
  },
});

/** Only the control with its arrow, for a field with its own label. */
export const SelectControl = (props: ComponentProps<typeof Control>) => (
  <chakra.div position="relative" w="full">
    <Control {...props} />
    <chakra.span
      position="absolute"
      top={0}
      bottom={0}
      right={3}
      display="flex"
      alignItems="center"
      pointerEvents="none"
    >
      <ChevronDown size={20} aria-hidden="true" />
    </chakra.span>
  </chakra.div>
);

interface Props {
  label: string;
  name?: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

/** The native select: works on phones and in forced colours without script. */
export function Select({ label, name, value, options, onChange }: Props) {
  const id = useId();
  return (
    <Field.Root id={id}>
      <Field.Label>{label}</Field.Label>
      <SelectControl id={id} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </SelectControl>
    </Field.Root>
  );
}
