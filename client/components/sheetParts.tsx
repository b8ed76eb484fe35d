import { Box, type BoxProps, chakra, Heading, Skeleton } from '@chakra-ui/react';
import { createContext, useContext } from 'react';
import { sectionId } from './form/FormSection';

/** The level of the sections' headings: h2 if the sheet is a separate page. */
export const SectionLevel = createContext<'h2' | 'h3'>('h3');

export function SheetSection({ title, children, ...section }: BoxProps & { title: string }) {
  return (
    <chakra.section id={sectionId(title)} mt={3} scrollMarginTop="8rem" {...section}>
      <Heading as={useContext(SectionLevel)} size="lg" mb={1}>
        {title}
      </Heading>
      {children}
    </chakra.section>
  );
}

/** The value of a field: a dash if empty, a grey block while loading. */
export const Value = ({ children }: { children: string | undefined }) =>
  children === undefined ? (
    <Skeleton as="span" display="inline-block" w="4.5rem" h="1lh" verticalAlign="top" />
  ) : (
    children || '—'
  );

/** Cells divided by hairlines; each draws its left and top line, and the frame cuts off the outermost. */
const Ruled = chakra('dl', {
  base: {
    display: 'grid',
    overflow: 'hidden',
    borderWidth: '1px',
    borderRadius: 'sm',
    bg: 'panel',
    '& > *': { borderLeftWidth: '1px', borderTopWidth: '1px', mt: '-1px', ml: '-1px', mr: 0, mb: 0, minW: 0 },
  },
});

interface Props extends BoxProps {
  /** The number of columns if there is room. On a phone two, or one if three codes would wrap. */
  columns: 2 | 3 | 4 | 5;
  cells: [label: string, value: string | undefined][];
}

/** Labelled values in mono, side by side. */
export const Cells = ({ columns, cells, ...box }: Props) => (
  <Box {...box}>
    <Ruled
      gridTemplateColumns={`repeat(${columns === 3 ? 1 : 2}, minmax(0, 1fr))`}
      css={{ '@container (min-width: 32rem)': { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } }}
    >
      {cells.map(([label, value]) => (
        <Box key={label} px={3} py={1.5}>
          <chakra.dt textStyle="label">{label}</chakra.dt>
          <chakra.dd textStyle="measure" mt={0.5} whiteSpace="pre-wrap">
            <Value>{value}</Value>
          </chakra.dd>
        </Box>
      ))}
    </Ruled>
  </Box>
);
