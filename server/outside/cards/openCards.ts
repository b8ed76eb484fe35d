import { type Config, ConfigError } from '../../config';
import type { Cards } from './cards';
import { sandboxCards } from './sandbox';

/** The configured provider. Stripe's SDK is loaded only if it is used. */
export async function openCards({ stripe, production }: Config): Promise<Cards> {
  if (stripe) {
    const { stripeCards } = await import('./stripe');
    return stripeCards(stripe);
  }
  if (production) throw new ConfigError('The payment sandbox is not for production: set STRIPE_SECRET_KEY.');
  return sandboxCards();
}
