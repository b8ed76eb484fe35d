import { useEffect, useState } from 'react';
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

/** Whether the page is returned to from 3-D Secure, and how that went there. Read once; the address forgets it. */
export function useReturn() {
  const [params, setParams] = useSearchParams();
  const [returned] = useState<'succeeded' | 'failed' | null>(() => {
    if (!params.has('setup_intent_client_secret') && !params.has('payment_intent_client_secret')) return null;
    return params.get('redirect_status') === 'failed' ? 'failed' : 'succeeded';
  });
  useEffect(() => {
    if (!returned) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ADDED) next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [returned, setParams]);
  return returned;
}
