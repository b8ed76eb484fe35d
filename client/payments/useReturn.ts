import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The query parameters that Stripe adds when it redirects back from the bank's page. */
const ADDED = [
  'setup_intent',
  'setup_intent_client_secret',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_type',
] as const;

interface Return {
  /** What the bank authenticated: saving the card or charging it. */
  from: 'setup' | 'charge';
  /** The client secret of that step. A forged link has none that this tab knows. */
  clientSecret: string;
  succeeded: boolean;
}

/** The 3-D Secure result after a return from the bank, once; then null. It is removed from the URL. */
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
