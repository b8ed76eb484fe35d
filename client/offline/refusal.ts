import type { Contact } from '../components/connection';
import { timeFormat } from '../components/text/formats';

/** What decides whether kept data may be shown. */
export interface Permit {
  /** The last day of the subscription, in UTC; null for administrators, undefined until the server has said it. */
  lastDay: string | null | undefined;
  /** The last contact with the server; null before the first. */
  contact: Contact | null;
  /** The latest time that the device's clock has shown, in milliseconds since 1970. */
  seen: number;
}

export interface Refusal {
  /** In the user's words. */
  reason: string;
  /** Whether what waits to be sent is removed, too. */
  isFinal: boolean;
}

const DAY_MS = 86_400_000;
/** How long kept data may be shown without a contact. */
const DAYS = 7;
/** Clocks are corrected by seconds when a network sets them. */
const TOLERANCE_MS = 60_000;

const asDay = timeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/**
 * Why kept data may not be shown at `now`, by the device's clock; null if it may (docs/rules.md, "Offline"). The server's
 * day is that of the last contact, plus the time that has passed on the device since then.
 */
export function refusalOf({ lastDay, contact, seen }: Permit, now: number): Refusal | null {
  if (!contact) return null;
  if (now < seen - TOLERANCE_MS)
    return {
      reason:
        'The clock of this device was set back, so what was saved on it has been removed. Connect to open sheets again.',
      isFinal: false,
    };
  const today = new Date(contact.server + now - contact.device).toISOString().slice(0, 10);
  if (lastDay && today > lastDay)
    return {
      reason: `Your subscription ended on ${asDay(new Date(lastDay))}, so what was saved on this device has been removed.`,
      isFinal: true,
    };
  if (now - contact.device > DAYS * DAY_MS)
    return {
      reason: `This device has not reached Motokey for ${DAYS} days, so what was saved on it has been removed. Connect to open sheets again.`,
      isFinal: false,
    };
  return null;
}

/** The server knows a repetition for three days (docs/rules.md, "Sent once"); an hour less, as sending takes time. */
const REPEATED_WITHIN_MS = 71 * 3_600_000;

/** Why a write is not sent by itself: one that arrived without an answer would be done a second time. Null if it may be. */
export const repeatRefusal = ({ triedAt }: { triedAt?: number | undefined }, now: number): string | null =>
  triedAt === undefined || now - triedAt < REPEATED_WITHIN_MS
    ? null
    : 'It may have arrived some days ago. Check whether it is there before you send it again.';
