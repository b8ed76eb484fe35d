import { AppError } from '../../errors';
import type { Cards, Charge } from './cards';

/** The sandbox's cards, named like Stripe's test cards. */
const TAKEN = 'pm_card_visa';
const DECLINED = 'pm_card_chargeDeclined';
const VISA = { brand: 'Visa', last4: '4242' };

/** A charge's id contains its amount, so only its state has to be stored. */
const chargeId = (key: string, amountCents: number) => `sandbox_charge_${amountCents}_${key}`;
const amountOf = (charge: string) => Number(charge.split('_')[2]);

/**
 * Cards for trying out the product; no money moves. The state of a charge is kept until the process ends. After that
 * the charge is open again, and the same card gives the same result.
 */
export function sandboxCards(): Cards {
  const charges = new Map<string, Charge>();
  const settle = (charge: string, outcome: Charge) => {
    charges.set(charge, outcome);
    return outcome;
  };
  return {
    provider: 'sandbox',
    publishableKey: null,
    async openSetup({ key, customer }) {
      const setup = `sandbox_setup_${key}`;
      return { setup, clientSecret: `${setup}_secret`, customer: customer ?? `sandbox_customer_${key}` };
    },
    async confirmedCard(_setup, claimed) {
      return [TAKEN, DECLINED].includes(claimed) ? claimed : null;
    },
    async openCharge({ key, amountCents }) {
      return chargeId(key, amountCents);
    },
    async charge(charge, card) {
      const before = charges.get(charge);
      if (before?.state === 'paid' || before?.state === 'canceled') return before;
      if (card !== TAKEN) return settle(charge, { state: 'declined', message: 'Your card was declined.' });
      return settle(charge, { state: 'paid', refundedCents: 0, disputed: false, card: VISA });
    },
    async find(charge) {
      return charges.get(charge) ?? { state: 'open' };
    },
    async cancel(charge) {
      const before = charges.get(charge);
      return before?.state === 'paid' ? before : settle(charge, { state: 'canceled' });
    },
    async refund(charge) {
      settle(charge, { state: 'paid', refundedCents: amountOf(charge), disputed: false, card: VISA });
    },
    readEvent() {
      throw new AppError('BAD_REQUEST', 'The sandbox sends no events.');
    },
  };
}
