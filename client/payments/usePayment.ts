import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../components/notice/toast';
import { useOnce } from '../components/useOnce';
import {
  CompletePaymentDocument,
  type CompletePaymentMutation,
  type SetupFragment,
} from '../graphql/generated/payments';
import { errorCode } from '../graphql/graphErrors';
import { useForgetFields } from '../graphql/useForgetFields';
import { type CardEntry, type CardProps, CardRefused } from './card/cardEntry';
import { isSaved, saveAction } from './card/savedSecret';
import { messageOf, type PaymentFailure, paymentFailure } from './paymentFailure';
import { useReturn } from './useReturn';

export type Paid = NonNullable<CompletePaymentMutation['completePayment']['payment']>;

export interface PaymentOptions {
  /** Opens a payment attempt or returns the open one; with a setup for another card after a decline or on request. */
  start: (another: boolean) => Promise<SetupFragment>;
  /** An attempt that is already open. */
  opened?: SetupFragment | undefined;
  /** Has no payment if it was made earlier but its answer never arrived. */
  onPaid?: (payment: Paid | null) => void;
}

const UNCONFIRMED = 'Your bank did not confirm that this card is yours. Please try again or use another card.';
const PAID_ELSEWHERE =
  'Your bank has confirmed the payment. Please check your expiration date before you pay for another year.';

/** Stale after a payment: it extends the user's and client's dates and adds a log entry. */
const STALE = ['paymentHistory', 'User.payments', 'subscriptionStatus', 'users', 'clients', 'logEntries'];

/** The states of the payment form (docs/look.md, "Payment form"): idle, processing, then success or error. */
export function usePayment({ start, opened, onPaid }: PaymentOptions) {
  const [setup, setSetup] = useState(opened ?? null);
  const [startFailure, setStartFailure] = useState<unknown>(null);
  /** Whether the provider's fields are ready. */
  const [ready, setReady] = useState(false);
  const [runOnce, busy] = useOnce();
  /** The provider's id of a card that is saved but not yet charged. */
  const [saved, setSaved] = useState<string | null>(null);
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const [paid, setPaid] = useState<Paid | null>(null);
  /** The server's message about a payment that was made earlier but whose answer never arrived. */
  const [paidBefore, setPaidBefore] = useState<string | null>(null);
  const entry = useRef<CardEntry>(null);
  const takeReturn = useReturn();
  const forgetFields = useForgetFields();
  const forget = () => forgetFields(STALE);
  const { mutate } = useApolloClient();

  const once = (act: () => Promise<void>) =>
    runOnce(() => {
      setFailure(null);
      return act();
    });

  const isPaidBefore = (error: unknown) => {
    if (errorCode(error) !== 'ALREADY_PAID') return false;
    setPaidBefore(messageOf(error));
    forget();
    onPaid?.(null);
    return true;
  };

  const open = () => {
    setStartFailure(null);
    start(false).then(setSetup, (error) => isPaidBefore(error) || setStartFailure(error));
  };
  const isStarted = useRef(opened !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once; each start counts against the server's limit
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    open();
  }, []);

  const charge = async (paymentMethod: string, clientSecret: string) => {
    const { data } = await mutate({ mutation: CompletePaymentDocument, variables: { paymentMethod, clientSecret } });
    return data?.completePayment;
  };

  const pay = (known = saved) =>
    once(async () => {
      let card = known;
      try {
        if (!setup || !entry.current) return;
        card ??= await entry.current.confirm();
        if (!card) return;
        let outcome = await charge(card, setup.clientSecret);
        if (outcome?.actionClientSecret) {
          saveAction(outcome.actionClientSecret);
          await entry.current.authenticate(outcome.actionClientSecret);
          outcome = await charge(card, setup.clientSecret);
        }
        if (outcome?.actionClientSecret) throw new CardRefused(UNCONFIRMED);
        if (!outcome?.payment) throw new Error('The response has no payment.');
        setPaid(outcome.payment);
        toast('Payment made successfully!');
        forget();
        onPaid?.(outcome.payment);
      } catch (error) {
        if (isPaidBefore(error)) return;
        const isSaved = card !== null && setup?.provider === 'STRIPE';
        if (isSaved) setSaved(card);
        setFailure(paymentFailure(error, isSaved));
      }
    });

  /** Requests a new setup for another card. */
  const restart = () =>
    once(async () => {
      try {
        const next = await start(true);
        setSaved(null);
        if (next.clientSecret !== setup?.clientSecret) setReady(false);
        setSetup(next);
      } catch (error) {
        if (!isPaidBefore(error)) setFailure(paymentFailure(error, false));
      }
    });

  /** A card that the provider already has, after a reload or a return from the bank's page, is not requested again. */
  const look: CardProps['onLooked'] = ({ card, problem }) => {
    setSaved(card);
    const returned = takeReturn();
    // A link alone never charges: this tab must have redirected to the bank.
    if (!returned || !isSaved(returned.clientSecret)) return;
    if (card && returned.succeeded) void pay(card);
    else if (card) setFailure(paymentFailure(new CardRefused(UNCONFIRMED), true));
    // The charge was settled before the payer returned, so the open attempt is a different one.
    else if (returned.from === 'charge' && returned.succeeded) setFailure({ message: PAID_ELSEWHERE, restart: false });
    else setFailure({ message: problem ?? UNCONFIRMED, restart: false });
  };

  return {
    setup,
    startFailure,
    open,
    entry,
    busy,
    saved,
    failure,
    paid,
    paidBefore,
    pay,
    restart,
    look,
    /** Whether Pay Now is enabled. */
    payable: ready || saved !== null,
    onReady: () => setReady(true),
  };
}
