import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { dayInWords, writeMail } from '../../accounts/mail/letter';
import { Role } from '../../accounts/users/role.entity';
import { User } from '../../accounts/users/user.entity';
import { todayInUtc } from '../../days';
import { AppError } from '../../errors';
import { command, described, NoInput } from '../../gate/operation';
import { Flag, Rule, wrongText } from '../../inputs/fields';
import { isId } from '../../inputs/record';
import { YEAR_CENTS } from '../payment.entity';
import { inDollars } from '../receipts/issueReceipt';

/** How many reminders are written in one transaction. */
const MOST_AT_ONCE = 200;

/** The day on which a user's access ends. */
const ENDS = 'least(u.subscription_end_date, c.subscription_end_date)';

/**
 * Writes the reminders that are due, each once: its row is unique, so a second server waits for the first and then finds it.
 * Whoever has 7 days left gets no second reminder for 30. Returns how many were written.
 */
export const remind = command('system', NoInput, async ({ em, site }): Promise<number> => {
  const today = todayInUtc();
  await em.execute('delete from reminders where end_date < ?::date - 60', [today]);
  const due = await em.execute<{ id: number; end: string }[]>(
    `insert into reminders (user_id, end_date, days)
     select id, ends, days from (
       select u.id, ${ENDS} as ends, case when ${ENDS} <= ?::date + 7 then 7 else 30 end as days
       from users u join clients c on c.id = u.client_id
       where u.enabled and u.reminders and u.role_id <> ? and not u.account_expired and not c.account_expired
         and ${ENDS} between ?::date and ?::date + 30
     ) as due
     where not exists (select from reminders r where r.user_id = id and r.end_date = ends and r.days = due.days)
     order by id limit ?
     on conflict do nothing
     returning user_id as id, end_date::text as "end"`,
    [today, Role.ADMIN, today, today, MOST_AT_ONCE],
  );
  const secret = await secretOf(em);
  for (const { id, end } of due) {
    const user = await em.findOneOrFail(User, id);
    const day = dayInWords(end);
    const off = `${site.publicOrigin}/reminders?user=${id}&token=${signatureOf(secret, id)}`;
    writeMail(em, site, {
      to: user.username,
      name: user.fullName,
      subject: `Your Motokey subscription ends on ${day}`,
      hours: 3 * 24,
      unsubscribe: off,
      parts: [
        `Your subscription ends on ${day}. It does not renew automatically.`,
        `Another year costs ${inDollars(YEAR_CENTS)} and is added to your remaining time.`,
        { link: `${site.publicOrigin}/checkout?email=${encodeURIComponent(user.username)}`, label: 'Pay for a year' },
      ],
    });
  }
  await em.flush();
  return due.length;
});

async function secretOf(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ value: string }[]>(`select value from secrets where name = 'reminders'`);
  if (!row) throw new Error('The secret of reminders is missing.');
  return row.value;
}

const signatureOf = (secret: string, userId: number) =>
  createHmac('sha256', secret).update(`reminders of ${userId}`).digest('base64url');

@ObjectType({ description: 'Whether a user is reminded before their subscription ends.' })
export class Reminders {
  @Field(() => Boolean, { description: 'Whether they are.' })
  on!: boolean;
}

@InputType({ description: 'The two values in the link of a reminder.' })
export class StopRemindersInput {
  @Field(() => ID, { description: 'The user of the link.' })
  @Rule((value) => (isId(String(value)) ? null : 'This link is not complete.'))
  user!: string;

  @Field(() => String, { description: 'The signature of the link.' })
  @Rule((value) => wrongText(value, { label: 'token', required: true, missing: 'This link is not complete.' }))
  token!: string;
}

/** The signature shows that the caller has a reminder of theirs; it allows nothing else. */
export const stopReminders = described('Turns reminders off with the link of a reminder, without a sign-in.').command(
  'visitor',
  StopRemindersInput,
  async ({ em }, { user, token }): Promise<Reminders> => {
    const right = Buffer.from(signatureOf(await secretOf(em), Number(user)));
    const given = Buffer.from(token);
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw new AppError('NOT_FOUND', 'This link is not valid. Sign in to turn off the reminders.');
    await turn(em, Number(user), false);
    return { on: false };
  },
  { what: 'reminders stopped', most: 200 },
);

@InputType({ description: 'Whether to be reminded.' })
export class SetRemindersInput {
  @Field(() => Boolean, { description: 'Whether to be reminded before the subscription ends.' })
  @Flag('on')
  on!: boolean;
}

export const setReminders = described('Turns the caller’s reminders on or off.').command(
  'payer',
  SetRemindersInput,
  async ({ em, user }, { on }): Promise<Reminders> => {
    await turn(em, user.id, on);
    return { on };
  },
);

/** Direct SQL, because the entity's version must count only administrators' changes. */
const turn = (em: EntityManager, id: number, on: boolean) =>
  em.execute('update users set reminders = ? where id = ?', [on, id]);

export const reminders = described('Whether the caller is reminded before their subscription ends.').query(
  'payer',
  NoInput,
  async ({ em, user }): Promise<Reminders> => {
    const { reminders: on } = await em.findOneOrFail(User, user.id);
    return { on };
  },
);
