import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Site } from '../../context';
import { oneLine } from '../../text';
import { writeMail } from '../mail/letter';
import { Mail } from '../mail/mail.entity';
import type { User } from '../users/user.entity';
import { verifyPassword } from './passwords';

/** Letters and digits that are not easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Sixteen characters (about 92 bits), in groups of four that are easy to read aloud. */
export const newTemporaryPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join(
    '-',
  );

/** As it was mailed: mail programs and people copy blanks beside it, and word processors make other dashes of its hyphens. */
const asMailed = (password: string) => oneLine(password).replace(/[\p{Pd}\u2212]/gu, '-');

/** Whether `password` has the form of a temporary password; nobody may choose such a password. */
export const looksTemporary = (password: string) => /^[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){3}$/.test(asMailed(password));

/** Like `verifyPassword`. What is copied from a mail along with a temporary password does not count: it has no blanks. */
export const verifyTemporaryPassword = (passwordHash: string | null | undefined, password: string): Promise<boolean> =>
  verifyPassword(passwordHash, asMailed(password));

/** The reasons for mailing a temporary password, and how many hours it is valid (docs/rules.md, "Mail"). */
const REASONS = {
  forgotten: { hours: 24, subject: 'Your temporary password', line: 'You asked for a new password.' },
  sent: { hours: 24, subject: 'Your temporary password', line: 'An administrator has sent you a new password.' },
  invitation: { hours: 72, subject: 'Welcome to Motokey', line: 'You have been given access to Motokey.' },
} as const;
export type Reason = keyof typeof REASONS;

/** Begins the mail's line with the password. `dropPasswordMails` finds mails by it. */
const PASSWORD_LABEL = 'Temporary password';

/**
 * Gives `user` a temporary password in addition to the current one, and adds the mail with it to the outbox. Does
 * nothing if the username has changed since `user` was read, because the mail would go to the old address.
 */
export async function sendTemporaryPassword(
  em: EntityManager,
  user: User,
  reason: Reason,
  { password, passwordHash, site }: { password: string; passwordHash: string; site: Site },
): Promise<void> {
  const { hours, subject, line } = REASONS[reason];
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  // Direct SQL, because the entity's version must count only administrators' changes.
  const [given] = await em.execute(
    `update users set temporary_password_hash = ?, temporary_password_expires_at = ?, temporary_password_used = false
     where id = ? and username = ? returning id`,
    [passwordHash, expiresAt, user.id, user.username],
  );
  if (!given) return;
  writeMail(em, site, {
    to: user.username,
    name: user.fullName,
    subject,
    hours,
    parts: [
      `${line} Sign in with your email and this temporary password. It works once, within ${hours} hours. You then choose a password of your own.`,
      { secret: [PASSWORD_LABEL, password] },
      { link: `${site.publicOrigin}/login`, label: 'Sign in' },
      reason === 'forgotten' &&
        'If you did not ask for it, you can ignore this mail: your current password still works.',
    ],
  });
}

/** Deletes unsent mails with a temporary password to `username`. */
export async function dropPasswordMails(em: EntityManager, username: string): Promise<void> {
  await em.nativeDelete(Mail, { recipient: username, sentAt: null, text: { $like: `%\n${PASSWORD_LABEL}: %` } });
}
