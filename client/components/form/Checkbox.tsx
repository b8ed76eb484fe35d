import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface Props {
  name: string;
  label: ReactNode;
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
}

/** The native checkbox in our blue: works in forced colours without script. The whole line is clickable. */
export const Checkbox = ({ label, onChange, ...input }: Props) => (
  <chakra.label display="flex" alignItems="center" gap={2.5} minH="control" py={1.5} cursor="pointer">
    <chakra.input
      type="checkbox"
      boxSize={5}
      flexShrink={0}
      accentColor="accent"
      onChange={(event) => onChange?.(event.target.checked)}
      {...input}
    />
    {label}
  </chakra.label>
);
