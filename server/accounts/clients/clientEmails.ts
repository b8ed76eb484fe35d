import type { EntityManager } from '@mikro-orm/postgresql';
import { usernameKey } from '../usernames';

/**
 * The id of the client with this primary email. `lock` = `for update` locks it. Emails are normalised like usernames,
 * because a new member's email becomes both. Uses the unique index `clients_primary_email`.
 */
export async function findClientByEmail(
  em: EntityManager,
  email: string,
  lock: '' | 'for update' = '',
): Promise<number | undefined> {
  const [row] = await em.execute<{ id: number }[]>(
    `select id from clients where lower(normalize(primary_email, NFKC) collate "und-x-icu") = ? ${lock}`,
    [usernameKey(email)],
  );
  return row?.id;
}
