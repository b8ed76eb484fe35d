export interface CardFields {
  number: string;
  expiry: string;
  cvc: string;
}

/** The server's sandbox knows these two, by the names of Stripe's own test cards. */
const CARDS: Record<string, string> = {
  '4242424242424242': 'pm_card_visa',
  '4000000000000002': 'pm_card_chargeDeclined',
};

const digits = (text: string) => text.replace(/\D/g, '');

/** How each field writes what is typed or filled in by the browser: `4242 4242 4242 4242`, `09 / 28`, `123`. */
export const written: Record<keyof CardFields, (typed: string) => string> = {
  number: (typed) =>
    digits(typed)
      .slice(0, 19)
      .replace(/(.{4})(?=.)/g, '$1 '),
  expiry(typed) {
    // Some browsers fill in the year in full.
    const [, month, , year] = /^\s*(\d{1,2})\s*([/-])\s*20(\d{2})\s*$/.exec(typed) ?? [];
    const plain = digits(month && year ? month.padStart(2, '0') + year : typed.replace(/^\s*(\d)\s*\//, '0$1'));
    // No month begins with 2 to 9.
    const whole = (/^[2-9]/.test(plain) ? `0${plain}` : plain).slice(0, 4);
    return whole.length > 2 ? `${whole.slice(0, 2)} / ${whole.slice(2)}` : whole;
  },
  cvc: (typed) => digits(typed).slice(0, 4),
};

/** What is wrong with each field, in the words of its reader; a card is good to the end of its month. */
export function wrongCard({ number, expiry, cvc }: CardFields, now = new Date()): Partial<CardFields> {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  const wrong: Partial<CardFields> = {};
  if (!number) wrong.number = 'The card number is required.';
  else if (!sandboxCard(number)) wrong.number = 'The sandbox does not know this card. Use one of the two above.';
  if (!expiry) wrong.expiry = 'The expiry date is required.';
  else if (digits(expiry).length < 4 || month < 1 || month > 12) wrong.expiry = 'Give the month and the year: MM / YY.';
  else if (Date.UTC(2000 + year, month) <= now.getTime()) wrong.expiry = 'This card has expired.';
  if (!cvc) wrong.cvc = 'The CVC is required.';
  else if (cvc.length < 3) wrong.cvc = 'The CVC has three or four digits.';
  return wrong;
}

/** What the server knows the card by; null where it knows none such. */
export const sandboxCard = (number: string): string | null => CARDS[digits(number)] ?? null;

/** Where the caret is after so many digits. */
export function caretAfter(text: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place;
    if (/\d/.test(text.charAt(place))) seen++;
  }
  return text.length;
}
