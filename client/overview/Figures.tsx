import { Box, chakra, Heading } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { formatCount } from '../components/text/counts';

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
    // Three side by side on a phone.
    '&[data-compact]': { gridTemplateColumns: 'repeat(auto-fill, minmax(6.25rem, 1fr))', maxW: '36rem' },
    '& a': {
      display: 'flex',
      flexDirection: 'column',
      h: 'full',
      px: 3,
      py: 2,
      bg: 'panel',
      borderWidth: '1px',
      borderRadius: 'control',
      lineHeight: 'snug',
    },
    '& a:hover': { borderColor: 'accent', bg: 'subtle' },
    '& [data-value]': {
      fontFamily: 'heading',
      fontWeight: 'semibold',
      fontSize: '2xl',
      lineHeight: 'tight',
      color: 'accent',
    },
    '& [data-none]': { color: 'muted' },
    '& [data-label]': { fontWeight: 'semibold' },
    '& [data-note]': { color: 'muted', fontSize: 'xs' },
  },
});

interface Figure {
  label: string;
  value: number;
  note?: string;
  /** Its list. */
  to: string;
}

interface Props {
  title: string;
  /** For a few figures with short labels. */
  compact?: boolean;
  figures: readonly Figure[];
}

export const Figures = ({ title, figures, compact }: Props) => (
  <Box as="section" aria-label={title} flex={`${figures.length} 1 18rem`} minW={0} mt={3}>
    <Heading as="h2" size="lg" mb={2}>
      {title}
    </Heading>
    <List data-compact={compact ? '' : undefined}>
      {figures.map(({ label, value, note, to }) => (
        <li key={label}>
          <Link to={to}>
            <span data-value="" data-none={value === 0 ? '' : undefined}>
              {formatCount(value)}
            </span>
            <span data-label="">{label}</span>
            {note && <span data-note="">{note}</span>}
          </Link>
        </li>
      ))}
    </List>
  </Box>
);
