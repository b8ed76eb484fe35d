import type { EntityManager } from '@mikro-orm/postgresql';
import type { Client } from '../../accounts/clients/client.entity';
import { dayInWords, writeMail } from '../../accounts/mail/letter';
import { usernameKey } from '../../accounts/usernames';
import type { User } from '../../accounts/users/user.entity';
import type { Site } from '../../context';
import { todayInUtc } from '../../days';
import type { PaidCard } from '../../outside/cards/cards';
import type { Payment } from '../payment.entity';
import { Receipt } from './receipt.entity';

/** `7995` → `$79.95`. */
export const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** The tax within `cents`, rounded to a cent. `rate` is in thousandths of a percent. */
export const taxWithin = (cents: number, rate: number) => Math.round((cents * rate) / (100_000 + rate));

interface Sale {
  /** Without an id: an administrator who has been deleted, and gets no mail. */
  payer: Pick<User, 'username' | 'fullName'> & { id: number | null };
  client: Client;
  payments: Payment[];
  card: PaidCard | null;
}

/**
 * Issues the receipt of these payments and mails it to the payer and, if somebody else paid for the client, to the
 * client. The lock is held until the transaction ends: numbers have no gaps, and two servers never take the same one.
 */
export async function issueReceipt(em: EntityManager, site: Site, sale: Sale): Promise<Receipt> {
  const { payer, client, payments, card } = sale;
  const { seller } = site;
  await em.execute(`select pg_advisory_xact_lock(hashtext('motokey receipt'))`);
  const [last] = await em.execute<{ number: number }[]>('select coalesce(max(number), 0) as number from receipts');
  const amountCents = payments.reduce((sum, payment) => sum + payment.amountCents, 0);
  const receipt = em.create(Receipt, {
    number: (last?.number ?? 0) + 1,
    user: payer.id,
    username: payer.username,
    fullName: payer.fullName,
    company: client.name,
    address: client.address,
    seller: seller.name,
    sellerAddress: seller.address,
    sellerTaxId: seller.taxId,
    tax: seller.tax,
    taxCents: taxWithin(amountCents, seller.taxRate),
    amountCents,
    cardBrand: card?.brand ?? '',
    cardLast4: card?.last4 ?? '',
  });
  for (const payment of payments) payment.receipt = receipt;
  if (payer.id !== null) mailTo(em, site, receipt, payments, { to: payer.username, name: payer.fullName });
  const isForOthers = payments.some(({ user }) => user?.id !== payer.id);
  if (isForOthers && (payer.id === null || usernameKey(client.primaryEmail) !== usernameKey(payer.username)))
    mailTo(em, site, receipt, payments, { to: client.primaryEmail, name: client.name });
  return receipt;
}

const block = (...lines: string[]) => lines.filter(Boolean).join('\n');

function mailTo(
  em: EntityManager,
  site: Site,
  receipt: Receipt,
  payments: Payment[],
  to: { to: string; name: string },
): void {
  const { number, company, address, seller, sellerAddress, sellerTaxId, tax, taxCents, cardBrand, cardLast4 } = receipt;
  writeMail(em, site, {
    ...to,
    subject: `Receipt ${number} for your payment to ${seller || 'Motokey'}`,
    hours: 7 * 24,
    parts: [
      'Thank you. This is your receipt.',
      {
        facts: [
          ['Receipt', String(number)],
          ['Date', dayInWords(todayInUtc())],
          ['Seller', block(seller || 'Motokey', sellerAddress, sellerTaxId)],
          ['For', block(company, address)],
          ...payments.map(
            ({ username, subscriptionEndDate, amountCents }) =>
              [`One year for ${username}, until ${dayInWords(subscriptionEndDate)}`, inDollars(amountCents)] as const,
          ),
          ['Paid', inDollars(receipt.amountCents)],
          ...(taxCents > 0 ? [[tax, inDollars(taxCents)] as const] : []),
          ...(cardLast4 ? [['Card', `${cardBrand} ending in ${cardLast4}`.trim()] as const] : []),
        ],
      },
      taxCents === 0 && tax,
      to.to === receipt.username && {
        link: `${site.publicOrigin}/payments/receipt?number=${number}`,
        label: 'Print this receipt',
      },
    ],
  });
}
