import { expect, test } from 'vitest';
import { type Permit, refusalOf, repeatRefusal } from '../../client/offline/refusal';

const DAY = 86_400_000;
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const CONTACT = at('2026-11-20');

/** By a device whose clock is right. */
const permit = (change: Partial<Permit> = {}): Permit => ({
  lastDay: '2027-01-31',
  contact: { server: CONTACT, device: CONTACT },
  seen: CONTACT,
  ...change,
});

const reasonOf = (change: Partial<Permit>, now: number) => refusalOf(permit(change), now)?.reason;

test('what is kept may be shown for seven days after the last contact', () => {
  expect(reasonOf({}, CONTACT + 7 * DAY)).toBeUndefined();
  expect(reasonOf({}, CONTACT + 7 * DAY + 1)).toContain('has not reached Motokey for 7 days');
});

test('what is kept may be shown until the end of the last day of the subscription, in UTC', () => {
  const lastDay = '2026-11-22';
  expect(reasonOf({ lastDay }, Date.parse('2026-11-22T23:59:59Z'))).toBeUndefined();
  const ended = refusalOf(permit({ lastDay }), Date.parse('2026-11-23T00:00:00Z'));
  expect(ended).toEqual({
    reason: 'Your subscription ended on 22 Nov 2026, so what was saved on this device has been removed.',
    isFinal: true,
  });
  expect(reasonOf({ lastDay: null }, Date.parse('2026-11-23T00:00:00Z'))).toBeUndefined();
});

test('the day is the server’s, also on a device whose clock is wrong', () => {
  const lastDay = '2026-11-22';
  const device = CONTACT - 400 * DAY;
  const late = { lastDay, contact: { server: CONTACT, device }, seen: device };
  expect(reasonOf(late, device + 2 * DAY)).toBeUndefined();
  expect(reasonOf(late, device + 3 * DAY)).toContain('ended on 22 Nov 2026');
});

test('what is kept may not be shown once the clock was set back, but a correction by seconds is no such thing', () => {
  const seen = CONTACT + DAY;
  expect(reasonOf({ seen }, seen - 30_000)).toBeUndefined();
  expect(reasonOf({ seen }, seen - 3_600_000)).toContain('clock of this device was set back');
});

test('before the first answer of the server there is nothing to refuse', () => {
  expect(reasonOf({ contact: null }, CONTACT)).toBeUndefined();
  expect(reasonOf({ lastDay: undefined }, CONTACT + DAY)).toBeUndefined();
});

test('a write that may have arrived is repeated by itself only while the server knows the repetition', () => {
  expect(repeatRefusal({}, 30 * DAY)).toBeNull();
  expect(repeatRefusal({ triedAt: 0 }, 2 * DAY)).toBeNull();
  expect(repeatRefusal({ triedAt: 0 }, 3 * DAY)).toContain('may have arrived');
});
