import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Problem } from '../../components/notice/Problem';
import { CardFrame } from './CardFrame';
import { type CardProps, CardRefused } from './cardEntry';
import { useAppearance } from './useAppearance';

const idOf = (card: string | { id: string } | null | undefined) =>
  typeof card === 'string' ? card : (card?.id ?? null);

const refused = ({ message }: StripeError) => new CardRefused(message ?? 'Your card could not be confirmed.');

const loading = new Map<string, Promise<Stripe>>();

/** Loaded once per page, for any number of setups; a failed load is not cached. */
function stripeOf(key: string): Promise<Stripe> {
  const found = loading.get(key);
  if (found) return found;
  // English, like the rest of the page.
  const made = loadStripe(key, { locale: 'en' }).then((stripe) => {
    if (!stripe) throw new Error('Stripe can only be loaded in a browser.');
    return stripe;
  });
  loading.set(key, made);
  made.catch(() => loading.delete(key));
  return made;
}

interface FieldsProps {
  email: string;
  elements: RefObject<StripeElements | null>;
  onReady: () => void;
  onFailed: () => void;
}

function Fields({ email, elements, onReady, onFailed }: FieldsProps) {
  const own = useElements();
  useEffect(() => {
    elements.current = own;
  }, [own, elements]);
  return (
    <PaymentElement
      options={{
        layout: 'tabs',
        // Wallets would need a wider Content Security Policy than cards.
        wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
        // The card is charged once and not kept for later.
        terms: { card: 'never' },
        defaultValues: { billingDetails: { email } },
      }}
      onReady={onReady}
      onLoadError={onFailed}
    />
  );
}

/** Stripe's own fields, styled like the page. Their script comes from Stripe, as Stripe requires, on display. */
export function StripeCard({ setup, saved, onLooked, onReady, ref }: CardProps) {
  const { publishableKey, clientSecret, email } = setup;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  const elements = useRef<StripeElements | null>(null);
  const appearance = useAppearance();
  const tell = useRef(onLooked);
  tell.current = onLooked;

  // biome-ignore lint/correctness/useExhaustiveDependencies: Retry runs it again
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const loaded = await stripeOf(publishableKey ?? '');
      const { setupIntent, error } = await loaded.retrieveSetupIntent(clientSecret);
      if (error) throw error;
      if (isGone) return;
      setStripe(loaded);
      tell.current({
        card: setupIntent.status === 'succeeded' ? idOf(setupIntent.payment_method) : null,
        problem: setupIntent.last_setup_error?.message ?? null,
      });
    };
    setState('loading');
    look().catch((error) => {
      console.error(error);
      if (!isGone) setState('failed');
    });
    return () => {
      isGone = true;
    };
  }, [publishableKey, clientSecret, tries]);

  useImperativeHandle(ref, () => ({
    async confirm() {
      if (!stripe || !elements.current) return null;
      const { setupIntent, error } = await stripe.confirmSetup({
        elements: elements.current,
        clientSecret,
        confirmParams: { return_url: location.href },
        redirect: 'if_required',
      });
      // The card was already entered in another tab.
      if (error?.setup_intent?.status === 'succeeded') return idOf(error.setup_intent.payment_method);
      // The fields themselves show what is missing.
      if (error?.type === 'validation_error') return null;
      if (error) throw refused(error);
      return idOf(setupIntent.payment_method);
    },
    async authenticate(secret) {
      const { error } = (await stripe?.handleNextAction({ clientSecret: secret })) ?? {};
      if (error) throw refused(error);
    },
  }));

  if (state === 'failed') return <Problem onRetry={() => setTries(tries + 1)}>The card form did not load.</Problem>;
  if (saved) return null;
  return (
    <CardFrame loading={state === 'loading'}>
      {stripe && (
        <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
          <Fields
            email={email}
            elements={elements}
            onReady={() => {
              setState('ready');
              onReady();
            }}
            onFailed={() => setState('failed')}
          />
        </Elements>
      )}
    </CardFrame>
  );
}
