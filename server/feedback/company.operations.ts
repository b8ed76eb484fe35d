import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Client } from '../accounts/clients/client.entity';
import { writeMail } from '../accounts/mail/letter';
import { noSuch } from '../errors';
import { described } from '../gate/operation';
import { LongText } from '../inputs/fields';
import { toId } from '../inputs/record';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../logs/logKind';

class CorrectionIdsInput {
  ids!: readonly number[];
}

/** In the order of `ids`. */
export const alsoDisputed = described(
  'How many other values of the same sheet are disputed, if this is an open dispute.',
  'CATALOGUE',
).query('admin', CorrectionIdsInput, async ({ em }, { ids }): Promise<number[]> => {
  const rows = await em.execute<{ id: number; others: number }[]>(
    `select c.id, count(*)::int as others from corrections c join corrections o on o.target_id = c.target_id and o.id <> c.id
       and o.disputed is not null and o.state = 'open'
     where c.id = any(?::int[]) and c.disputed is not null and c.state = 'open' group by c.id`,
    [`{${ids.join(',')}}`],
  );
  const others = new Map(rows.map((row) => [row.id, row.others]));
  return ids.map((id) => others.get(id) ?? 0);
});

/** In the order of `ids`. */
export const companyOfCorrection = described(
  'The client whose user sent it, or the only one that disputes the value; else null.',
  'CATALOGUE',
).query('admin', CorrectionIdsInput, async ({ em }, { ids }): Promise<(Client | null)[]> => {
  const rows = await em.execute<{ id: number; client: number | null }[]>(
    `select c.id, case when c.disputed is null then (select client_id from users where id = c.user_id)
       else (select min(client_id) from verdicts where correction_id = c.id having min(client_id) = max(client_id)) end as client
     from corrections c where c.id = any(?::int[])`,
    [`{${ids.join(',')}}`],
  );
  const found = await em.find(Client, { id: rows.flatMap(({ client }) => client ?? []) });
  const clients = new Map(found.map((client) => [client.id, client]));
  const companies = new Map(rows.map(({ id, client }) => [id, client === null ? null : clients.get(client)]));
  return ids.map((id) => companies.get(id) ?? null);
});

@InputType({ description: 'The company whose open corrections to decline, and why.' })
export class DeclineCorrectionsOfInput {
  @Field(() => ID, { description: 'The client’s id.' })
  clientId!: string;

  @Field(() => String, { description: 'The reason, which is mailed to each of its users who sent one, once.' })
  @LongText({ label: 'reason', required: true })
  reason!: string;
}

@ObjectType({ description: 'What was declined.' })
export class DeclinedCorrections {
  @Field(() => Int, { description: 'How many corrections and disputes.' })
  declined!: number;
}

/** How long the mail is worth sending: a week, in hours. */
const MAIL_KEPT = 7 * 24;

export const declineCorrectionsOf = described(
  'Declines all open corrections that users of a client have sent, and disputes that no other client has joined.',
  'CATALOGUE',
).command(
  'admin',
  DeclineCorrectionsOfInput,
  async ({ em, user, site }, { clientId, reason }): Promise<DeclinedCorrections> => {
    const client = await em.findOneOrFail(Client, toId(clientId), noSuch('client'));
    const rows = await em.execute<{ id: number }[]>(
      `update corrections c set state = 'declined', reason = ?, decided_at = now()
     where state = 'open' and case
       when disputed is null then exists (select from users where id = c.user_id and client_id = ?)
       else exists (select from verdicts where correction_id = c.id)
         and not exists (select from verdicts where correction_id = c.id and client_id <> ?) end
     returning id`,
      [reason, client.id, client.id],
    );
    if (rows.length === 0) return { declined: 0 };
    const ids = `{${rows.map(({ id }) => id).join(',')}}`;
    // The addresses for answers may be anybody's.
    const senders = await em.execute<{ username: string; name: string }[]>(
      `select username, full_name as name from users where client_id = ? and enabled and (
       id in (select user_id from corrections where id = any(?::int[]) and disputed is null)
       or id in (select user_id from verdicts where correction_id = any(?::int[]))) order by id`,
      [client.id, ids, ids],
    );
    for (const { username, name } of senders)
      writeMail(em, site, {
        to: username,
        name,
        subject: 'Your corrections',
        hours: MAIL_KEPT,
        parts: ['Thank you for your corrections. Those that were open have been declined for this reason:', reason],
      });
    LogEntry.write(em, user, LogKind.CORRECTION_DECLINED, {
      subject: { type: LogSubjectType.CLIENT, id: client.id },
      text: `Declined all open corrections of ${client.name} (${rows.length}): ${reason}`,
    });
    await em.flush();
    return { declined: rows.length };
  },
);
