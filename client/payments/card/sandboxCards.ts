export interface CardFields {
  number: string;
  expiry: string;
  cvc: string;
}

/** The two cards of the server's sandbox, named like Stripe's test cards. */
const CARDS: Record<string, string> = {
  '4242424242424242': 'pm_card_visa',
  '4000000000000002': 'pm_card_chargeDeclined',
};

const digits = (text: string) => text.replace(/\D/g, '');

/** Formats the typed or autofilled text of each field: `4242 4242 4242 4242`, `09 / 28`, `123`. */
export const written: Record<keyof CardFields, (typed: string) => string> = {
  number: (typed) =>
    digits(typed)
      .slice(0, 19)
      .replace(/(.{4})(?=.)/g, '$1 '),
  expiry(typed) {
    // Some browsers autofill a four-digit year.
    const [, month, , year] = /^\s*(\d{1,2})\s*([/-])\s*20(\d{2})\s*$/.exec(typed) ?? [];
    const plain = digits(month && year ? month.padStart(2, '0') + year : typed.replace(/^\s*(\d)\s*\//, '0$1'));
    // No month begins with 2 to 9.
    const whole = (/^[2-9]/.test(plain) ? `0${plain}` : plain).slice(0, 4);
    return whole.length > 2 ? `${whole.slice(0, 2)} / ${whole.slice(2)}` : whole;
  },
  cvc: (typed) => digits(typed).slice(0, 4),
};

/** The error message of each field. A card is valid until the end of its month. */
export function wrongCard({ number, expiry, cvc }: CardFields, now = new Date()): Partial<CardFields> {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  const wrong: Partial<CardFields> = {};
  if (!number) wrong.number = 'The card number is required.';
  else if (!sandboxCard(number)) wrong.number = 'The sandbox does not know this card. Use one of the two above.';
  if (!expiry) wrong.expiry = 'The expiry date is required.';
  else if (digits(expiry).length < 4 || month < 1 || month > 12)
    wrong.expiry = 'Enter the month and the year: MM / YY.';
  else if (Date.UTC(2000 + year, month) <= now.getTime()) wrong.expiry = 'This card has expired.';
  if (!cvc) wrong.cvc = 'The CVC is required.';
  else if (cvc.length < 3) wrong.cvc = 'The CVC has three or four digits.';
  return wrong;
}

/** The sandbox server's id of the card; null if it does not know the card. */
export const sandboxCard = (number: string): string | null => CARDS[digits(number)] ?? null;

/** The caret position after the given number of digits. */
export function caretAfter(text: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place;
    if (/\d/.test(text.charAt(place))) seen++;
  }
  return text.length;
}
