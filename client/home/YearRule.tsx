import { Box, chakra, Flex } from '@chakra-ui/react';

const FIRST = 1990;
const LAST = new Date().getFullYear();
const years = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);
const isLong = (year: number) => year % 5 === 0 || year === LAST;

/** The years covered, as the edge of a steel rule: a tick a year, a number every five. The text beside it says the same. */
export const YearRule = () => (
  <Flex
    aria-hidden="true"
    justify="space-between"
    borderTopWidth="1px"
    borderColor="bladeEdge"
    overflow="hidden"
    pt={0}
    css={{ containerType: 'inline-size' }}
  >
    {years.map((year) => (
      <Box key={year} position="relative" w="1px" h="2.75rem">
        <Box w="1px" h={isLong(year) ? '14px' : '8px'} bg="bladeEdge" />
        {isLong(year) && year !== LAST - 1 && (
          <chakra.span
            position="absolute"
            top="18px"
            left={year === FIRST ? 0 : undefined}
            right={year === LAST ? 0 : undefined}
            transform={year === FIRST || year === LAST ? undefined : 'translateX(-50%)'}
            fontFamily="heading"
            fontWeight="semibold"
            color="brassText"
            hideBelow={year % 10 === 0 || year === LAST ? undefined : 'md'}
            // Large text on a phone leaves no room for the decade before the last year.
            css={
              year !== LAST && LAST - year < 10 ? { '@container (max-width: 16rem)': { display: 'none' } } : undefined
            }
            display={LAST - year > 0 && LAST - year < 3 ? 'none' : undefined}
          >
            {year}
          </chakra.span>
        )}
      </Box>
    ))}
  </Flex>
);
