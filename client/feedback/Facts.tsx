import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { styled } from '../components/styled';
import { Value } from '../components/text/Value';

const List = styled('dl', {
  bg: 'panel',
  borderWidth: '1px',
  borderRadius: 'sm',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: { base: '7.5rem minmax(0, 1fr)', sm: '10rem minmax(0, 1fr)' },
    gap: 2,
    px: { base: 3, md: 4 },
    py: 2.5,
  },
  '& > div + div': { borderTopWidth: '1px' },
  '& dt': { color: 'muted' },
  '& dd': { minW: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
});

interface Props {
  label: string;
  /** Undefined while loading; an empty value shows as a dash. */
  facts: readonly (readonly [label: string, value: string | undefined, shown?: ReactNode])[];
}

/** A read-only card of a correction or feedback. */
export const Facts = ({ label, facts }: Props) => (
  <List aria-label={label}>
    {facts.map(([name, value, shown]) => (
      <Box key={name}>
        <dt>{name}</dt>
        <dd>{shown ?? <Value>{value}</Value>}</dd>
      </Box>
    ))}
  </List>
);
