import type { EntityManager } from '@mikro-orm/postgresql';
import { invalid } from '../errors';

/**
 * The form in which usernames are counted, matched and kept unique (docs/rules.md, "Usernames and invitations"):
 * compatible characters and case made one, without spaces around. At most 255 characters, however much they unfold to.
 */
export const usernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase().slice(0, 255);

/** The same of a stored username, in SQL: by the unique index `users_username`, whatever the locale of the database. */
export const USERNAME_KEY = `lower(normalize(username, NFKC) collate "und-x-icu")`;

export async function findUserId(em: EntityManager, username: string): Promise<number | undefined> {
  const [row] = await em.execute<{ id: number }[]>(`select id from users where ${USERNAME_KEY} = ?`, [
    usernameKey(username),
  ]);
  return row?.id;
}

/**
 * What is wrong with a username that is new. Plain letters only, so that no two of them look alike; a user who has
 * another since before keeps it.
 */
export const wrongUsername = (username: string, label = 'username'): string | null =>
  /^[\x20-\x7e]*$/.test(username.trim())
    ? null
    : `The ${label} may hold only plain letters (a to z), digits and signs.`;

/** Told by the check before a save, and by the index to whoever came at the same moment. */
export const USERNAME_TAKEN = { username: ['The username has already been taken.'] };

export async function refuseTakenUsername(em: EntityManager, id: number | undefined, username: string): Promise<void> {
  const other = await findUserId(em, username);
  if (other !== undefined && other !== id) throw invalid(USERNAME_TAKEN);
}
