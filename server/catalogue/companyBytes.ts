import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller, Context } from '../context';
import { AppError } from '../errors';

/** Who of a company does something. Their company is that of the session, never one of the payload. */
export type Member = Pick<Caller, 'id' | 'username' | 'client'>;

/** Who writes, in the transaction of a command. */
export interface Writer extends Pick<Context, 'companyBytes'> {
  em: EntityManager;
  user: Member;
}

/** What an own sheet takes, as `bytes` has it. `s` is an alias of `own_sheets`. */
export const bytesOf = (s: string) => `100 + octet_length(coalesce(${s}.make, '') || coalesce(${s}.name, ''))
  + coalesce((select sum(100 + octet_length(value)) from own_values where sheet_id = ${s}.id), 0)
  + coalesce((select sum(100 + octet_length(text)) from company_notes where sheet_id = ${s}.id), 0)`;

/** Throws CONFLICT if the company keeps too much. Call `lockCompany` before. */
export async function requireBytes({ em, user: { client }, companyBytes }: Writer): Promise<void> {
  const [kept] = await em.execute<{ bytes: string }[]>(
    `select (select coalesce(sum(bytes), 0) from own_sheets where client_id = ?)
       + (select coalesce(sum(100 + octet_length(name) + octet_length(key)), 0) from van_blanks where client_id = ?) as bytes`,
    [client.id, client.id],
  );
  if (Number(kept?.bytes) > companyBytes)
    throw new AppError(
      'CONFLICT',
      `Your company keeps ${companyBytes / 1_000_000} MB of its own, which is the most: please delete something first.`,
    );
}
