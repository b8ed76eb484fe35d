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
  test('shows each field its error, whether the client or the server found it', () => {
    const errors = { name: ['The name field is required.'] };
    expect(saveProblem(refused('BAD_USER_INPUT', 'Invalid.', errors))).toEqual({ kind: 'invalid', errors });
    expect(saveProblem(new InvalidInput(errors))).toEqual({ kind: 'invalid', errors });
    expect(failureOf(new InvalidInput(errors))).toBe('The name field is required.');
  });

  test.each([
    [
      'an internal error',
      refused('INTERNAL_SERVER_ERROR', 'x'),
      'A server error occurred. Please try again later.',
      undefined,
    ],
    ['a refusal', refused('CONFLICT', 'Changed.'), 'An unexpected error occurred. Please try again.', 'Changed.'],
    ['status 500', answered(500), 'A server error occurred. Please try again later.', undefined],
    ['status 502', answered(502), 'An unexpected error occurred. Please try again.', undefined],
  ])('caused by %s has the right heading', (_what, error, heading, detail) => {
    expect(saveProblem(error, 'Lead.')).toEqual({ kind: 'failed', lead: 'Lead.', heading, detail });
  });

  test('without an answer shows no error', () => {
    expect(saveProblem(silent)).toEqual({ kind: 'silent' });
    expect(failureOf(silent)).toBe('The server did not respond. Please try again.');
  });

  test('is stopped before sending if a required field is empty', () => {
    const required = [['name', 'name']] as const;
    expect(() => refuseEmpty({ name: ' ' }, required)).toThrow(InvalidInput);
    expect(() => refuseEmpty({ name: 'x' }, required)).not.toThrow();
  });
});

describe('a sign-in that failed', () => {
  test('names missing fields before sending', () => {
    expect(missing({ username: 'a', password: 'b' })).toBeNull();
    expect(missing({ username: '', password: 'b' })?.fields).toEqual({ username: 'The email is required.' });
  });

  test.each([
    ['the server’s text', refused('UNAUTHENTICATED', 'Wrong password.'), 'Wrong password.'],
    ['a fixed text for an invalid answer', answered(502), 'An unexpected error occurred with the API response.'],
    ['a fixed text for a missing answer', silent, 'Network error or unexpected error occurred.'],
  ])('shows %s', (_what, error, message) => {
    expect(loginFailure(error, 'a@example.com')).toMatchObject({ message });
  });

  test('offers payment if the subscription has ended', () => {
    expect(loginFailure(refused('PAYMENT_REQUIRED', 'Ended.'), 'a@example.com').unpaid).toBe('a@example.com');
    expect(loginFailure(refused('FORBIDDEN', 'Disabled.'), 'a@example.com').unpaid).toBeNull();
  });
});

describe('a payment that failed', () => {
  test('shows the text of the card provider, the field or the server, or a fixed one', () => {
    expect(messageOf(new CardRefused('Declined.'))).toBe('Declined.');
    expect(messageOf(refused('BAD_USER_INPUT', 'Invalid.', { email: ['No account.'] }))).toBe('No account.');
    expect(messageOf(refused('CONFLICT', 'Over.'))).toBe('Over.');
    expect(messageOf(silent)).toBe('Something went wrong.');
  });

  test('restarts only when that can help', () => {
    expect(paymentFailure(new CardRefused('Declined.'), false)).toEqual({ message: 'Declined.', restart: false });
    expect(paymentFailure(new CardRefused('Declined.'), true)).toEqual({
      message:
        'Your card is saved, but the payment was not made: Declined. You will not be charged twice: press Pay Now again.',
      restart: true,
    });
    expect(paymentFailure(refused('CONFLICT', 'Over.'), false)).toEqual({ message: 'Over.', restart: true });
    expect([mayHelp(silent), mayHelp(refused('FORBIDDEN', 'Disabled.'))]).toEqual([true, false]);
  });

  test('promises no double charge if no answer came', () => {
    expect(paymentFailure(silent, true)).toEqual({
      message:
        'Your card is saved, but the payment was not made yet: Something went wrong. You will not be charged twice: press Pay Now again.',
      restart: false,
    });
  });
});
