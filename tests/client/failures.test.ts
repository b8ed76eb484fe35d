import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { describe, expect, test } from 'vitest';
import { refuseEmpty } from '../../client/accounts/refuseEmpty';
import { loginFailure } from '../../client/accounts/signIn/loginFailure';
import { missing } from '../../client/accounts/signIn/loginInput';
import { failureOf } from '../../client/catalogue/failureOf';
import { InvalidInput, saveProblem } from '../../client/components/record/saveProblem';
import { CardRefused } from '../../client/payments/card/cardEntry';
import { mayHelp, messageOf, paymentFailure } from '../../client/payments/paymentFailure';

const refused = (code: string, message: string, errors?: Record<string, string[]>) =>
  new CombinedGraphQLErrors({ errors: [{ message, extensions: { code, ...(errors && { errors }) } }] });
const answered = (status: number) => new ServerError('', { response: new Response(null, { status }), bodyText: '' });
const silent = new TypeError('Failed to fetch');

describe('a save that failed', () => {
  test('tells its fields what is wrong, whoever found it', () => {
    const errors = { name: ['The name field is required.'] };
    expect(saveProblem(refused('BAD_USER_INPUT', 'Invalid.', errors))).toEqual({ kind: 'invalid', errors });
    expect(saveProblem(new InvalidInput(errors))).toEqual({ kind: 'invalid', errors });
    expect(failureOf(new InvalidInput(errors))).toBe('The name field is required.');
  });

  test.each([
    ['a fault', refused('INTERNAL_SERVER_ERROR', 'x'), 'A server error occurred. Please try again later.', undefined],
    ['a refusal', refused('CONFLICT', 'Changed.'), 'An unexpected error occurred. Please try again.', 'Changed.'],
    ['an answer 500', answered(500), 'A server error occurred. Please try again later.', undefined],
    ['an answer 502', answered(502), 'An unexpected error occurred. Please try again.', undefined],
  ])('by %s has its heading', (_what, error, heading, detail) => {
    expect(saveProblem(error, 'Lead.')).toEqual({ kind: 'failed', lead: 'Lead.', heading, detail });
  });

  test('without an answer is silent', () => {
    expect(saveProblem(silent)).toEqual({ kind: 'silent' });
    expect(failureOf(silent)).toBe('No answer came from the server. Please try again.');
  });

  test('is refused before it is sent where something required is empty', () => {
    const required = [['name', 'name']] as const;
    expect(() => refuseEmpty({ name: ' ' }, required)).toThrow(InvalidInput);
    expect(() => refuseEmpty({ name: 'x' }, required)).not.toThrow();
  });
});

describe('a sign-in that failed', () => {
  test('says what is missing before it is sent', () => {
    expect(missing({ username: 'a', password: 'b' })).toBeNull();
    expect(missing({ username: '', password: 'b' })?.fields).toEqual({ username: 'The email is required.' });
  });

  test.each([
    ['the server’s words', refused('UNAUTHENTICATED', 'Wrong password.'), 'Wrong password.'],
    ['a text for an answer that is none', answered(502), 'An unexpected error occurred with the API response.'],
    ['a text for no answer', silent, 'Network error or unexpected error occurred.'],
  ])('is told in %s', (_what, error, message) => {
    expect(loginFailure(error, 'a@example.com')).toMatchObject({ message });
  });

  test('offers to pay where the subscription has ended', () => {
    expect(loginFailure(refused('PAYMENT_REQUIRED', 'Ended.'), 'a@example.com').unpaid).toBe('a@example.com');
    expect(loginFailure(refused('FORBIDDEN', 'Disabled.'), 'a@example.com').unpaid).toBeNull();
  });
});

describe('a payment that failed', () => {
  test('is told in the words of the card’s provider, of the field, of the server, or in ours', () => {
    expect(messageOf(new CardRefused('Declined.'))).toBe('Declined.');
    expect(messageOf(refused('BAD_USER_INPUT', 'Invalid.', { email: ['No account.'] }))).toBe('No account.');
    expect(messageOf(refused('CONFLICT', 'Over.'))).toBe('Over.');
    expect(messageOf(silent)).toBe('Something went wrong.');
  });

  test('begins again only where that helps', () => {
    expect(paymentFailure(new CardRefused('Declined.'), false)).toEqual({ message: 'Declined.', restart: false });
    expect(paymentFailure(new CardRefused('Declined.'), true)).toEqual({
      message:
        'Your card is saved, but the payment was not made: Declined. Nothing is charged twice: press Pay Now again.',
      restart: true,
    });
    expect(paymentFailure(refused('CONFLICT', 'Over.'), false)).toEqual({ message: 'Over.', restart: true });
    expect([mayHelp(silent), mayHelp(refused('FORBIDDEN', 'Disabled.'))]).toEqual([true, false]);
  });

  test('says that nothing is charged twice where no answer came', () => {
    expect(paymentFailure(silent, true)).toEqual({
      message:
        'Your card is saved, but the payment was not made yet: Something went wrong. Nothing is charged twice: press Pay Now again.',
      restart: false,
    });
  });
});
