import { chakra, Flex } from '@chakra-ui/react';
import { inDollars } from '../components/text/money';

/** The annual price in US cents (docs/rules.md, "Payments"), shown until the server's price arrives. */
export const YEAR_CENTS = 7_995;

/** The annual price and what it pays for. */
export const Price = ({ cents = YEAR_CENTS, what }: { cents?: number | undefined; what: string }) => (
  <Flex align="baseline" gap={3} wrap="wrap">
    <chakra.span fontFamily="heading" fontWeight="semibold" fontSize="display" lineHeight="1">
      {inDollars(cents)}
    </chakra.span>
    <chakra.span fontSize="md" color="muted">
      {what}
    </chakra.span>
  </Flex>
);
