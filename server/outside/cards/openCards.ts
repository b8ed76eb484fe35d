import { type Config, ConfigError } from '../../config';
import type { Cards } from './cards';
import { sandboxCards } from './sandbox';

/** The provider that is configured; Stripe's SDK is only loaded where it is. */
export async function openCards({ stripe, production }: Config): Promise<Cards> {
  if (stripe) {
    const { stripeCards } = await import('./stripe');
    return stripeCards(stripe);
  }
  if (production) throw new ConfigError('The payment sandbox is not for production: set STRIPE_SECRET_KEY.');
  return sandboxCards();
}
