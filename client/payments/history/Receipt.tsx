import { Box, Button, chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../components/LinkButton';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { formatDay } from '../../components/text/date';
import { inDollars } from '../../components/text/money';
import { ReceiptDocument, type ReceiptQuery } from '../../graphql/generated/history';
import { errorCode } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { paths } from '../../paths';
import { NotFound } from '../../shell/NotFound';

const Paper = chakra('div', {
  base: {
    mt: 4,
    p: { base: 4, md: 8 },
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    overflowWrap: 'anywhere',
    '& [data-lines]': { whiteSpace: 'pre-line' },
    '& h2': { fontSize: 'sm', fontWeight: 'normal', color: 'muted', fontFamily: 'body' },
    '& table': { w: 'full', mt: 6 },
    '& :is(th, td)': { textAlign: 'start', py: 2, borderBottomWidth: '1px', verticalAlign: 'top' },
    '& :is(th, td):last-child': { textAlign: 'end', whiteSpace: 'nowrap', ps: 4 },
    '& thead th': { color: 'muted', fontWeight: 'normal' },
    '& tfoot :is(th, td)': { fontWeight: 'semibold' },
    '@media print': { p: 0, mt: '6mm', borderWidth: 0 },
  },
});

/** Seller, company, what was paid for, tax and card, as they were on the day of the payment. */
function Contents({ receipt }: { receipt: ReceiptQuery['receipt'] }) {
  const { seller, sellerAddress, sellerTaxId, company, address, fullName, username, tax, taxCents } = receipt;
  const { cardBrand, cardLast4, amountCents, refundedCents } = receipt;
  const block = (...texts: string[]) => texts.filter(Boolean).join('\n');
  return (
    <Paper translate="no">
      <Flex justify="space-between" gap={6} wrap="wrap">
        <Box flex="1 1 14rem">
          <h2>Seller</h2>
          <Text data-lines="">{block(seller || 'Motokey', sellerAddress, sellerTaxId)}</Text>
        </Box>
        <Box flex="1 1 14rem">
          <h2>For</h2>
          <Text data-lines="">{block(company, address)}</Text>
        </Box>
        <Box flex="1 1 14rem">
          <h2>Paid by</h2>
          <Text data-lines="">{block(fullName, username === fullName ? '' : username)}</Text>
        </Box>
        <Box flex="1 1 14rem">
          <h2>Date</h2>
          <Text>{formatDay(receipt.createdAt)}</Text>
        </Box>
      </Flex>
      <table>
        <thead>
          <tr>
            <th scope="col">One year of Motokey for</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt never change
            <tr key={index}>
              <td>
                {line.username}
                <Text color="muted">until {formatDay(line.subscriptionEndDate)}</Text>
              </td>
              <td>{inDollars(line.amountCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Paid{cardLast4 && ` with ${cardBrand} ending in ${cardLast4}`}</th>
            <td>{inDollars(amountCents)}</td>
          </tr>
          {refundedCents > 0 && (
            <tr>
              <th scope="row">Refunded since</th>
              <td>{inDollars(refundedCents)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {tax && (
        <Text mt={4}>
          {tax}
          {taxCents > 0 && `: ${inDollars(taxCents)}`}
        </Text>
      )}
    </Paper>
  );
}

/** One receipt, to be printed: on paper there is nothing else (theme.ts). */
export function Receipt() {
  const [params] = useSearchParams();
  const number = Number(params.get('number'));
  const isNumber = Number.isSafeInteger(number) && number > 0 && number < 2 ** 31;
  const { data, error, refetch } = useRead(ReceiptDocument, { variables: { number }, skip: !isNumber });
  if (!isNumber || errorCode(error) === 'NOT_FOUND') return <NotFound />;
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="45rem" _print={{ p: 0, maxW: 'none' }}>
      <Flex gap={3} justify="space-between" align="center" wrap="wrap">
        <PageHeading>{`Receipt ${number}`}</PageHeading>
        <Flex gap={3}>
          <Button onClick={() => print()} disabled={!data}>
            <Printer aria-hidden="true" />
            Print
          </Button>
          <LinkButton to={paths.payments}>Payment History</LinkButton>
        </Flex>
      </Flex>
      {error && !data && <Problem onRetry={() => void refetch()}>The receipt did not load.</Problem>}
      {!error && !data && <Skeleton h="22rem" mt={4} />}
      {data && <Contents receipt={data.receipt} />}
    </Box>
  );
}
