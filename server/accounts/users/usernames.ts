import type { EntityManager } from '@mikro-orm/postgresql';
import { invalid } from '../../errors';

/**
 * The form in which usernames are counted, matched and kept unique (docs/rules.md, "Usernames and invitations"): NFKC,
 * trimmed, lower case. Cut to 255 characters, because NFKC can lengthen a text.
 */
export const usernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase().slice(0, 255);

/** The key of a stored username in SQL; uses the unique index `users_username`, and is independent of the database's locale. */
export const USERNAME_KEY = `lower(normalize(username, NFKC) collate "und-x-icu")`;

export async function findUserId(em: EntityManager, username: string): Promise<number | undefined> {
  const [row] = await em.execute<{ id: number }[]>(`select id from users where ${USERNAME_KEY} = ?`, [
    usernameKey(username),
  ]);
  return row?.id;
}

/**
 * What is wrong with a new username. ASCII only, so that no two look alike; existing users keep theirs.
 */
export const wrongUsername = (username: string, label = 'username'): string | null =>
  /^[\x20-\x7e]*$/.test(username.trim())
    ? null
    : `The ${label} may hold only plain letters (a to z), digits and signs.`;

/** From the check before a save, or from the unique index if two saves come at the same moment. */
export const USERNAME_TAKEN = { username: ['The username has already been taken.'] };

export async function refuseTakenUsername(em: EntityManager, id: number | undefined, username: string): Promise<void> {
  const other = await findUserId(em, username);
  if (other !== undefined && other !== id) throw invalid(USERNAME_TAKEN);
}
