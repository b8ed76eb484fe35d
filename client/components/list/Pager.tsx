import { Box, Flex } from '@chakra-ui/react';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { styled } from '../styled';
import { useNarrow, useOneColumn } from '../useNarrow';
import { pageNumbers } from './pageNumbers';

const Numbers = styled('nav', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: { base: 'center', md: 'flex-end' },
  gap: 1,
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minW: 'control',
    minH: 'control',
    px: 2,
    color: 'accent',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'control',
    cursor: 'pointer',
  },
  '& button:hover': { bg: 'subtle' },
  '& button[aria-current]': { bg: 'accent', color: 'onAccent', fontWeight: 'bold' },
  '& button[aria-disabled=true]': { color: 'muted', cursor: 'default', opacity: 0.6, bg: 'transparent' },
});

interface Props {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/**
 * Numbers with ellipses, first and last, previous and next. Disabled buttons stay focusable (docs/look.md, "Lists").
 */
export function Pager({ page, pages, onChange }: Props) {
  const narrow = useNarrow();
  const oneColumn = useOneColumn();
  const arrow = (label: string, to: number, Icon: typeof ChevronFirst) => {
    const here = to === page || to < 1 || to > pages;
    return (
      <button type="button" aria-label={label} aria-disabled={here} onClick={() => !here && onChange(to)}>
        <Icon size={20} aria-hidden="true" />
      </button>
    );
  };
  return (
    <Numbers aria-label="Pages">
      <Flex gap={1} align="center" wrap="wrap">
        {pageNumbers({ page, pages, max: narrow ? 3 : oneColumn ? 5 : 10 }).map((slot) =>
          typeof slot === 'number' ? (
            <button
              key={slot}
              type="button"
              aria-current={slot === page ? 'page' : undefined}
              onClick={() => slot !== page && onChange(slot)}
            >
              {slot}
            </button>
          ) : (
            <Box key={slot} as="span" px={1} color="muted" aria-hidden="true">
              …
            </Box>
          ),
        )}
      </Flex>
      <Flex gap={1}>
        {arrow('First page', 1, ChevronFirst)}
        {arrow('Previous page', page - 1, ChevronLeft)}
        {arrow('Next page', page + 1, ChevronRight)}
        {arrow('Last page', pages, ChevronLast)}
      </Flex>
    </Numbers>
  );
}
