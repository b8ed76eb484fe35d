import { chakra, Stack } from '@chakra-ui/react';
import { FormField } from '../../components/form/FormField';
import { helpOf } from '../help/Help';
import type { KeyText } from '../keyData';

/** One column on a phone, otherwise two. */
export const Columns = chakra('div', {
  base: { display: 'grid', gap: 4, gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } },
});

interface Props {
  fields: readonly KeyText[];
  /** Where there is room; otherwise two, and one on a phone. */
  columns?: keyof typeof WIDE;
}
const WIDE = { 2: {}, 3: { lg: 'repeat(3, minmax(0, 1fr))' }, 4: { xl: 'repeat(4, minmax(0, 1fr))' } };

/** The fields of texts of the key data, the long ones below the others. */
export const KeyTexts = ({ fields, columns = 3 }: Props) => {
  const [long, short] = [fields.filter(({ isLong }) => isLong), fields.filter(({ isLong }) => !isLong)];
  return (
    <Stack gap={4}>
      {short.length > 0 && (
        <Columns gridTemplateColumns={WIDE[columns]}>
          {short.map(({ name, formLabel, choices, help }) => (
            <FormField
              key={name}
              name={name}
              label={formLabel}
              beside={helpOf({ help })}
              choices={choices}
              fontFamily="mono"
            />
          ))}
        </Columns>
      )}
      {long.map(({ name, formLabel }) => (
        <FormField key={name} name={name} label={formLabel} lines={4} />
      ))}
    </Stack>
  );
};
