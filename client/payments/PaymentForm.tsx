import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { CreditCard } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { lazyScreen } from '../components/lazyScreen';
import { Notice } from '../components/notice/Notice';
import { Problem } from '../components/notice/Problem';
import { formatDay } from '../components/text/date';
import type { PaymentProvider } from '../graphql/generated/payments';
import { CardFrame } from './card/CardFrame';
import type { CardProps } from './card/cardEntry';
import { Price } from './Price';
import { mayHelp, messageOf } from './paymentFailure';
import { type Paid, type PaymentOptions, usePayment } from './usePayment';

/** Each provider has its own code; only the configured one is loaded. */
const cards: Record<PaymentProvider, ReturnType<typeof lazyScreen<CardProps>>> = {
  STRIPE: lazyScreen<CardProps>(() => import('./card/StripeCard').then((file) => file.StripeCard)),
  SANDBOX: lazyScreen<CardProps>(() => import('./card/SandboxCard').then((file) => file.SandboxCard)),
};

interface Props extends PaymentOptions {
  /** What the price is for. */
  what: string;
  /** Shown between price and card: the subscription's end date or the payer. */
  note?: ReactNode;
  /** Shown with the reason if no payment can be started. */
  otherwise?: ReactNode;
  /** What is said after a payment, in place of the new expiration date. */
  paidText?: () => string;
  /** Shown below the success message. */
  after?: (paid: Paid | null) => ReactNode;
}

/** The annual payment: price, the provider's card fields, Pay Now (docs/look.md, "Payment form"). */
export function PaymentForm({ what, note, otherwise, paidText, after, ...options }: Props) {
  const { setup, startFailure, entry, busy, saved, failure, paid, paidBefore, payable, ...act } = usePayment(options);
  const form = useRef<HTMLFormElement>(null);
  const success = useRef<HTMLDivElement>(null);
  // The focused button is removed with the form.
  useEffect(() => {
    if (paid || paidBefore) success.current?.focus();
  }, [paid, paidBefore]);

  if (paid || paidBefore) {
    return (
      <Stack gap={5} mt={4}>
        <chakra.div ref={success} tabIndex={-1} _focusVisible={{ outline: 'none' }}>
          <Notice kind="success" role="status">
            <Text fontWeight="semibold">{paid ? 'Payment successful! Subscription created.' : paidBefore}</Text>
            {paid && (
              <Text>{paidText?.() ?? `The new expiration date is ${formatDay(paid.subscriptionEndDate)}.`}</Text>
            )}
          </Notice>
        </chakra.div>
        {after?.(paid)}
      </Stack>
    );
  }

  const Card = setup && cards[setup.provider];
  return (
    <Stack gap={5} mt={4}>
      <Price cents={setup?.amountCents} what={what} />
      {note}
      {startFailure ? (
        <Stack gap={3}>
          <Problem onRetry={mayHelp(startFailure) ? act.open : undefined}>{messageOf(startFailure)}</Problem>
          {otherwise}
        </Stack>
      ) : (
        <chakra.form
          ref={form}
          tabIndex={-1}
          noValidate
          aria-label="Payment"
          aria-busy={busy || !setup}
          onSubmit={(event) => {
            event.preventDefault();
            void act.pay();
          }}
          display="flex"
          flexDirection="column"
          gap={4}
          p={{ base: 4, md: 5 }}
          bg="panel"
          borderWidth="1px"
          borderRadius="sm"
          _focusVisible={{ outline: 'none' }}
        >
          {saved && !failure && (
            <Flex gap={2.5} align="center" minH="control">
              <CreditCard size={20} aria-hidden="true" />
              <Text>Your card is saved.</Text>
            </Flex>
          )}
          {Card ? (
            <Suspense fallback={<CardFrame loading />}>
              <Card
                key={setup.clientSecret}
                setup={setup}
                saved={saved !== null}
                onLooked={act.look}
                onReady={act.onReady}
                ref={entry}
              />
            </Suspense>
          ) : (
            <CardFrame loading />
          )}
          {failure && (
            <Notice kind="danger" role="alert">
              {failure.message}
            </Notice>
          )}
          <Flex gap={3} wrap="wrap">
            <Button type="submit" aria-disabled={busy || !payable} flex="1 1 12rem">
              {busy ? 'Processing...' : 'Pay Now'}
            </Button>
            {(failure?.restart || saved) && (
              <Button
                type="button"
                variant="outline"
                aria-disabled={busy}
                flex="1 1 12rem"
                onClick={() => void act.restart().then(() => form.current?.focus())}
              >
                {saved ? 'Use another card' : 'Start again'}
              </Button>
            )}
          </Flex>
        </chakra.form>
      )}
    </Stack>
  );
}
