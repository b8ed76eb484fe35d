import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    maxW: '40rem',
    borderTopWidth: '1px',
    '& > li': {
      display: 'flex',
      // Beside its number, "Columns" would not fit on a small phone.
      flexDirection: { base: 'column', sm: 'row' },
      alignItems: { base: 'flex-start', sm: 'center' },
      columnGap: 2,
      pt: 2,
      mt: '-1px',
      borderTopWidth: '3px',
      borderColor: 'transparent',
      color: 'muted',
    },
    '& > [data-done]': { borderColor: 'controlBorder' },
    '& > [aria-current]': { borderColor: 'accent', color: 'accent', fontWeight: 'bold' },
    '& span': { textStyle: 'number', minW: { base: 0, md: 4 } },
    fontSize: 'sm',
  },
});

const names = ['File', 'Columns', 'Check', 'Apply'];

/** The progress of an import. `current` counts from 0; past the last step means done. */
export const ImportSteps = ({ current }: { current: number }) => (
  <Steps aria-label="Steps">
    {names.map((name, index) => (
      <li key={name} data-done={index < current ? '' : undefined} aria-current={index === current ? 'step' : undefined}>
        <span>{index < current ? <Check size={16} role="img" aria-label="Done:" /> : index + 1}</span>
        {name}
      </li>
    ))}
  </Steps>
);
