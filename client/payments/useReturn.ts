import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What Stripe adds to the address when it leads back from a bank's own page. */
const ADDED = [
  'setup_intent',
  'setup_intent_client_secret',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_type',
] as const;

interface Return {
  /** What the bank was asked about: to save the card, or to charge it. */
  from: 'setup' | 'charge';
  /** The secret of that: a link that somebody made up has none that this page knows. */
  clientSecret: string;
  succeeded: boolean;
}

/** How 3-D Secure went on a page that was returned to, once; null ever after. The address forgets it. */
export function useReturn(): () => Return | null {
  const [params, setParams] = useSearchParams();
  const isReturn = params.has('setup_intent_client_secret') || params.has('payment_intent_client_secret');
  const found = useRef<Return | null>(null);
  if (isReturn) {
    const charged = params.get('payment_intent_client_secret');
    found.current = {
      from: charged ? 'charge' : 'setup',
      clientSecret: charged ?? params.get('setup_intent_client_secret') ?? '',
      succeeded: params.get('redirect_status') === 'succeeded',
    };
  }
  useEffect(() => {
    if (!isReturn) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ADDED) next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isReturn, setParams]);
  return () => {
    const taken = found.current;
    found.current = null;
    return taken;
  };
}
