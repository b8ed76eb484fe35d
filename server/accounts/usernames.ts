import type { EntityManager } from '@mikro-orm/postgresql';
import { invalid } from '../errors';
import { oneLine } from '../text';

/**
 * The form of a username for comparison, uniqueness and throttles (docs/rules.md, "Usernames and invitations"): one line,
 * NFKC, lower case. Truncated to 255 characters, because NFKC can lengthen a text.
 */
export const usernameKey = (username: string): string =>
  oneLine(username).normalize('NFKC').toLowerCase().slice(0, 255);

/** `usernameKey` in SQL. Matches the unique index `users_username`; does not depend on the database's locale. */
export const USERNAME_KEY = `lower(normalize(username, NFKC) collate "und-x-icu")`;

export async function findUserId(em: EntityManager, username: string): Promise<number | undefined> {
  const [row] = await em.execute<{ id: number }[]>(`select id from users where ${USERNAME_KEY} = ?`, [
    usernameKey(username),
  ]);
  return row?.id;
}

/** The error of a new username, or null. Only ASCII, so that no two look alike; existing usernames are not checked. */
export const wrongUsername = (username: string, label = 'username'): string | null =>
  /^[\x20-\x7e]*$/.test(username) ? null : `The ${label} may contain only plain letters (a to z), digits and symbols.`;

/** Thrown by the check before a save, or after the unique index has rejected one of two concurrent saves. */
export const USERNAME_TAKEN = { username: ['The username has already been taken.'] };

export async function refuseTakenUsername(em: EntityManager, id: number | undefined, username: string): Promise<void> {
  const other = await findUserId(em, username);
  if (other !== undefined && other !== id) throw invalid(USERNAME_TAKEN);
}
