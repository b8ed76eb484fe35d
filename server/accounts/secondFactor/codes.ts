import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context';
import { hashOf } from '../sessions/tokens';
import { meantCode, newTotpSecret, sealed, stepOf, unsealed } from './totp';

/** Letters and digits that are not easily confused, in one case. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const MANY = 10;

/** Fifteen characters (about 74 bits), in groups that are easy to type: `k7m2p-xq4rd-h9t3w`. */
const newRecoveryCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')).join(
    '-',
  );

/** A hash of so many random bits needs no salt and may be fast. */
const recoveryHash = (code: string) => hashOf(meantCode(code).toLowerCase());

/** Gives a user new recovery codes in place of the old ones. They are stored as hashes: only the returned texts can be shown. */
export async function issueRecoveryCodes(em: EntityManager, userId: number): Promise<string[]> {
  const codes = Array.from({ length: MANY }, newRecoveryCode);
  await em.execute('delete from recovery_codes where user_id = ?', [userId]);
  await em.execute('insert into recovery_codes (user_id, code_hash) select ?, unnest(?::text[])', [
    userId,
    `{${codes.map(recoveryHash).join(',')}}`,
  ]);
  return codes;
}

/** A right code that is not spent yet: one of the app, by its step, or a recovery code, by its hash. */
export type Code = { step: number } | { recovery: string };

/** Stands in for the secret of users who have none, so that their codes take as long to check. */
const NOBODYS = newTotpSecret();

/**
 * What `code` is for this user; null if it is wrong, was used before, or there is no user. Does the same work in every case, so
 * that the time tells nothing.
 */
export async function checkCode(
  em: EntityManager,
  { secondFactor: { key } }: Pick<Context, 'secondFactor'>,
  userId: number | null,
  code: string,
): Promise<Code | null> {
  const recovery = recoveryHash(code);
  const [row] = await em.execute<{ secret: string | null; lastStep: number; isRecovery: boolean }[]>(
    `select t.secret, coalesce(t.last_step, 0) as "lastStep",
       exists (select from recovery_codes r where r.user_id = u.id and r.code_hash = ?) as "isRecovery"
     from (select ?::int as id) u left join totp_secrets t on t.user_id = u.id and t.since is not null`,
    [recovery, userId],
  );
  const secret = row?.secret && userId ? unsealed(row.secret, userId, key) : null;
  const step = stepOf(secret ?? NOBODYS, code);
  if (row && secret && step !== null && step > row.lastStep) return { step };
  return row?.isRecovery ? { recovery } : null;
}

/** Spends a code. False if another call has just spent it. */
export async function spendCode(em: EntityManager, userId: number, code: Code): Promise<boolean> {
  const [spent] =
    'step' in code
      ? await em.execute(
          'update totp_secrets set last_step = ? where user_id = ? and last_step < ? and since is not null returning user_id',
          [code.step, userId, code.step],
        )
      : await em.execute('delete from recovery_codes where user_id = ? and code_hash = ? returning user_id', [
          userId,
          code.recovery,
        ]);
  return spent !== undefined;
}

/** Stores a secret, which counts once a code of it has been entered. */
export const keepSecret = (
  em: EntityManager,
  { secondFactor: { key } }: Pick<Context, 'secondFactor'>,
  userId: number,
  secret: string,
) =>
  em.execute(
    `insert into totp_secrets (user_id, secret) values (?, ?)
     on conflict (user_id) do update set secret = excluded.secret, started_at = now()`,
    [userId, sealed(secret, userId, key)],
  );
