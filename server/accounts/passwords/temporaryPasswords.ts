import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Mail } from '../mail/mail.entity';
import type { User } from '../users/user.entity';

/** Letters and digits that nobody takes for another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen signs, some 92 bits, in groups that one can read out. */
export const newTemporaryPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join(
    '-',
  );

/** Whether `password` has the form of a temporary password; nobody may choose such a password. */
export const looksTemporary = (password: string) => /^[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){3}$/.test(password.trim());

/** Why somebody is mailed a temporary password, and for how many hours it works (docs/rules.md, "Mail"). */
const REASONS = {
  forgotten: { hours: 24, subject: 'Your temporary password', line: 'You asked for a new password.' },
  sent: { hours: 24, subject: 'Your temporary password', line: 'An administrator sends you a new password.' },
  invitation: { hours: 72, subject: 'Welcome to Motokey', line: 'You have been given access to Motokey.' },
} as const;
export type Reason = keyof typeof REASONS;

/** The start of the line with the password in a mail; its wording is fixed. */
const PASSWORD_LINE = 'Temporary password: ';

/**
 * Gives `user` a temporary password beside the present one, and puts the mail with it into the outbox. Does nothing if
 * the user's username has changed meanwhile: the mail would go to the previous person.
 */
export async function sendTemporaryPassword(
  em: EntityManager,
  user: User,
  reason: Reason,
  { password, passwordHash, publicOrigin }: { password: string; passwordHash: string; publicOrigin: string },
): Promise<void> {
  const { hours, subject, line } = REASONS[reason];
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  // Past the entity: its version counts what administrators change.
  const [given] = await em.execute(
    `update users set temporary_password_hash = ?, temporary_password_expires_at = ?, temporary_password_used = false
     where id = ? and username = ? returning id`,
    [passwordHash, expiresAt, user.id, user.username],
  );
  if (!given) return;
  em.create(Mail, {
    recipient: user.username,
    subject,
    expiresAt,
    text: [
      `Hello ${user.fullName},`,
      `${line} Sign in at ${publicOrigin}/login with your email and this temporary password; it works once, within ${hours} hours. You then choose a password of your own.`,
      `${PASSWORD_LINE}${password}`,
      reason === 'forgotten' ? 'Did you not ask for it? Then do nothing: your present password goes on working.' : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
  });
}

/** Deletes unsent mails with a temporary password to `username`. */
export async function dropPasswordMails(em: EntityManager, username: string): Promise<void> {
  await em.nativeDelete(Mail, { recipient: username, sentAt: null, text: { $like: `%\n${PASSWORD_LINE}%` } });
}
