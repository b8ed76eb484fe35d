import { chakra } from '@chakra-ui/react';

interface Props {
  name: string;
  label: string;
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
}

/** The browser's own checkbox in our blue: right in forced colours, and no script. The whole line can be pressed. */
export const Checkbox = ({ label, onChange, ...input }: Props) => (
  <chakra.label display="flex" alignItems="center" gap={2.5} minH="control" cursor="pointer">
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
