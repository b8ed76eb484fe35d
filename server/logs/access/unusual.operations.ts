import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { writeMail } from '../../accounts/mail/letter';
import { Role } from '../../accounts/users/role.entity';
import { User } from '../../accounts/users/user.entity';
import { command, described, NoInput } from '../../gate/operation';
import { isFirstOfHour } from '../../gate/throttle/throttle';
import { LogEntry, SYSTEM } from '../logEntry.entity';
import { LogKind, LogSubjectType } from '../logKind';

@ObjectType({ description: 'A user who accessed far more key data in the last 24 hours than on a usual day.' })
export class UnusualAccess {
  @Field(() => ID, { description: 'Who accessed so much.' })
  userId!: number;

  @Field(() => String, { description: 'The email address they sign in with.' })
  username!: string;

  @Field(() => Int, { description: 'Sheets opened in the last 24 hours.' })
  sheets!: number;

  @Field(() => Int, { description: 'Sheets opened on an average day: of the 30 days before, those with any openings.' })
  usualSheets!: number;

  @Field(() => Int, { description: 'Downloads in the last 24 hours.' })
  downloads!: number;

  @Field(() => Int, { description: 'Downloads on an average day: of the 30 days before, those with any downloads.' })
  usualDownloads!: number;
}

/** Up to this many are never unusual (docs/rules.md, "Access audit"). */
const MANY_SHEETS = 100;
const MANY_DOWNLOADS = 3;
/** More than this many times the usual is unusual. */
const TIMES = 5;

const YESTERDAY = `now() - interval '1 day'`;
/** The average over the days with any, of the 30 days before the last 24 hours; 0 if there are none. */
const usual = (table: string, time: string) => `(
  select coalesce(round(count(*)::numeric / nullif(count(distinct ${time}::date), 0)), 0)::int
  from ${table} and ${time} > now() - interval '31 days' and ${time} <= ${YESTERDAY})`;

const UNUSUAL = `with sheets as (
    select user_id, count(*)::int as n from sheet_openings where opened_at > ${YESTERDAY}
    group by user_id having count(*) > ${MANY_SHEETS}
  ), downloads as (
    select user_id, count(*)::int as n from log_entries
    where kind = '${LogKind.EXPORT}' and created_at > ${YESTERDAY} and user_id is not null
    group by user_id having count(*) > ${MANY_DOWNLOADS}
  ), counted as (
    select u.id as "userId", u.username, coalesce(sheets.n, 0) as sheets, coalesce(downloads.n, 0) as downloads,
      ${usual('sheet_openings where user_id = u.id', 'opened_at')} as "usualSheets",
      ${usual(`log_entries where kind = '${LogKind.EXPORT}' and user_id = u.id`, 'created_at')} as "usualDownloads"
    from sheets full join downloads using (user_id) join users u on u.id = user_id
  )
  select * from counted
  where (sheets > 0 and sheets > ${TIMES} * "usualSheets") or (downloads > 0 and downloads > ${TIMES} * "usualDownloads")
  order by sheets desc, downloads desc, "userId"`;

const findUnusual = (em: EntityManager) => em.execute<UnusualAccess[]>(UNUSUAL);

export const unusualAccess = described('Users who access far more key data than usual.').query(
  'admin',
  NoInput,
  ({ em }) => findUnusual(em),
);

/** How long the mail is worth sending, in hours. */
const MAIL_HOURS = 24;

/**
 * Logs users with unusual access, each once in 24 hours, and mails all administrators about them, at most once an hour.
 * Returns the number of logged users.
 */
export const reportUnusual = command('system', NoInput, async ({ em, site }): Promise<number> => {
  const reported = await em.execute<{ id: number }[]>(
    `select subject_id as id from log_entries where kind = '${LogKind.ACCESS_UNUSUAL}' and created_at > ${YESTERDAY}`,
  );
  const known = new Set(reported.map(({ id }) => id));
  const fresh = (await findUnusual(em)).filter(({ userId }) => !known.has(userId));
  if (fresh.length === 0 || !(await isFirstOfHour(em, 'notice of unusual access'))) return 0;
  const lines = fresh.map(inWords);
  for (const [index, { userId }] of fresh.entries()) {
    LogEntry.write(em, SYSTEM, LogKind.ACCESS_UNUSUAL, {
      subject: { type: LogSubjectType.USER, id: userId },
      text: lines[index] ?? '',
    });
  }
  const administrators = await em.find(User, { role: Role.ADMIN, enabled: true });
  for (const { username, fullName } of administrators) {
    writeMail(em, site, {
      to: username,
      name: fullName,
      subject: 'Unusual access to key data',
      hours: MAIL_HOURS,
      parts: [lines.join('\n'), { link: `${site.publicOrigin}/access`, label: 'See who opened what' }],
    });
  }
  await em.flush();
  return fresh.length;
});

function inWords({ username, sheets, usualSheets, downloads, usualDownloads }: UnusualAccess): string {
  const parts = [
    sheets > 0 ? `opened ${sheets} sheets in 24 hours, usually ${usualSheets} a day` : '',
    downloads > 0 ? `downloaded the catalogue ${downloads} times in 24 hours, usually ${usualDownloads} a day` : '',
  ];
  return `${username} ${parts.filter(Boolean).join(', and ')}`;
}
