import type { Config } from '../config';

type Settings = Pick<
  Config,
  'seller' | 'supportPhone' | 'supportEmail' | 'logRetentionDays' | 'sheetsPerHour' | 'sheetsPerDay' | 'stripe'
>;

/** Markdown gives these signs a meaning. */
const plain = (text: string) => text.replace(/[\\`*_{}[\]<>()#+.!|~-]/g, '\\$&');

function contactOf({ supportPhone, supportEmail }: Settings): string {
  const ways = [supportPhone && `call ${plain(supportPhone)}`, supportEmail && `write to <${supportEmail}>`];
  const known = ways.filter(Boolean).join(' or ');
  return known ? `Questions? Please ${known}.` : 'The operator of this site has not provided a way to contact it.';
}

/** What is true of every installation, for operators who have not written their own texts. In Markdown. */
export const legalDefaults = {
  terms: (settings: Settings) => `
The operator of this site has not provided terms of its own. This is how Motokey works.

## What you get

- A subscription costs $79.95 for each user and year. It gives that user access to the guide until the expiration date that is
  shown with the payment. It does not renew automatically: nothing is charged unless you pay again.
- A user is one person. A company has a number of seats, and each user takes one.
- You may open ${settings.sheetsPerHour} sheets in an hour and ${settings.sheetsPerDay} in 24 hours, unless you have been given another budget.
- After the expiration date you can sign in again as soon as you have paid. Nothing of yours is deleted when a subscription ends.

## What the key data is

- It comes from books, makers and locksmiths, and may be wrong. Compare it with the key or the lock before you cut.
- Nobody has checked data that is marked as sample data. Do not cut from it.
- Use it only for keys and locks that you may work on.

${contactOf(settings)}
`,
  privacy: (settings: Settings) => `
The operator of this site has not provided a privacy policy of its own. This is what Motokey stores, and for how long.

## What is stored about you

- **Your account:** your email address, name and company, your role and expiration date, and a hash of your password, from which
  the password cannot be read.
- **Your sign-ins:** where you are signed in: network address, names of browser and system, and times. You can see and end your sessions.
- **Your second factor,** if you set one up: the secret of your authenticator app, hashes of your recovery codes, and public keys, names
  and times of your passkeys. It is deleted when you remove it.
- **The log:** sign-ins with their network address, changed passwords, payments, exports and printed sheets, ${settings.logRetentionDays > 0 ? `for ${settings.logRetentionDays} days` : 'without a time limit'}.
- **The sheets that you opened:** for 400 days, because the key data is protected against copying. Administrators of the site can see them.
- **What you send:** corrections and feedback, with the address that you give for the answer.
- **What your company writes down:** its own values, notes, sheets and blanks in the van, with your name beside what you wrote. Only
  your company sees it.
- **Payments:** amounts, dates and receipts. ${settings.stripe ? 'Your card goes from your browser to Stripe, which processes the payment under its own terms.' : 'No payment provider is connected: no money moves.'}
  Motokey keeps the brand and the last four digits of the card on the receipt, and never the number.
- **Mails:** the text is erased once a mail is sent; the address and subject are kept for 30 days.

## In your browser

- A cookie for your session, and one by which the browser is recognised at the next sign-in, for 90 days. If you choose to be asked
  for no code in this browser, the second one also stands for that, for 30 days. Both are necessary; there are no others.
- Your name and role, your colour theme, where the visit came from, and that somebody signs in here with a code, in the browser's own
  storage.
- For work without a connection: the sheets that you pinned, took along or opened lately, with their pictures, and what waits to be sent.
  All of it is removed when you sign out.
- No advertising, no analytics, and no third party learns of your visit${settings.stripe ? ', except Stripe on the pages with a payment' : ''}.

## Your rights

You can ask the operator what is stored about you, and ask for it to be erased. Erasing deletes your account and what you sent. Receipts and
payments are kept without your name, because the law requires complete accounts.

${contactOf(settings)}
`,
  refunds: (settings: Settings) => `
The operator of this site has not provided a refund policy of its own. This is what Motokey does.

- Nothing is charged twice: a payment that was interrupted or sent again is one payment.
- A payment for an account that has been deleted in the meantime is refunded automatically and in full.
- If the operator refunds a payment in full, the year that was paid for is revoked. After a partial refund, you keep the year.
- Refunds go to the card that paid.

${contactOf(settings)}
`,
  seller: (settings: Settings) => {
    const { name, address, taxId, tax } = settings.seller;
    const known = [name, ...address.split('\n'), taxId && `Tax number: ${taxId}`].filter(Boolean).map(String);
    return `
${known.length > 0 ? known.map(plain).join('\\\n') : 'The operator of this site has not provided its name and address.'}

${name && !address ? 'The operator has not provided an address.\n' : ''}
A subscription costs $79.95 for each user and year${tax ? `, ${plain(tax)}` : ''}. You get a receipt by mail.

${contactOf(settings)}
`;
  },
};
