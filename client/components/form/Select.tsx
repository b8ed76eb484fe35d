import { Field } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { plainInput } from '../../recipes';
import { styled } from '../styled';
import { BesideLabel } from './BesideLabel';

/** The native select with our arrow. */
const Frame = styled('div', {
  position: 'relative',
  w: 'full',
  '& select': { ...plainInput, appearance: 'none', ps: 3, pe: 10, textOverflow: 'ellipsis' },
  '& span': {
    position: 'absolute',
    top: 0,
    bottom: 0,
    right: 3,
    display: 'flex',
    alignItems: 'center',
    pointerEvents: 'none',
  },
});

/** Only the control with its arrow, for a field with its own label. */
export const SelectControl = (props: ComponentProps<'select'>) => (
  <Frame>
    <select {...props} />
    <span>
      <ChevronDown size={20} aria-hidden="true" />
    </span>
  </Frame>
);

interface Props {
  label: string;
  /** Beside the label, such as what explains it. */
  beside?: ReactNode;
  name?: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

/** The native select: works on phones and in forced colours without script. */
export function Select({ label, beside, name, value, options, onChange }: Props) {
  const id = useId();
  return (
    <Field.Root id={id}>
      <BesideLabel beside={beside}>
        <Field.Label>{label}</Field.Label>
      </BesideLabel>
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
