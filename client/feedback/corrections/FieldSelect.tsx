import type { ComponentProps } from 'react';
import { keyDataGroups } from '../../catalogue/keyData';
import { SelectControl } from '../../components/form/Select';

interface Props extends ComponentProps<'select'> {
  /** Fields that cannot be chosen. */
  taken?: readonly string[];
}

/** The fields of the key data, in the groups of the form. */
export const FieldSelect = ({ taken = [], ...props }: Props) => (
  <SelectControl {...props}>
    <option value="">Choose what is wrong</option>
    {keyDataGroups.map(({ title, data }) => (
      <optgroup key={title} label={title}>
        {data.map(({ field, label }) => (
          <option key={field} value={field} disabled={taken.includes(field)}>
            {label}
          </option>
        ))}
      </optgroup>
    ))}
  </SelectControl>
);
