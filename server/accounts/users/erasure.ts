import { randomBytes } from 'node:crypto';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AppError } from '../../errors';
import { isId } from '../../inputs/record';
import { type Actor, LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { findUserId, USERNAME_KEY, usernameKey } from '../usernames';
import { refuseLastAdministrator, serialiseUserChanges } from './administrators';
import { User } from './user.entity';

@ObjectType({ description: 'What was done to one kind of rows when a person was erased.' })
class ErasureStep {
  @Field(() => String, { description: 'What was done, to which kind of rows.' })
  what!: string;

  @Field(() => Int, { description: 'How many rows it changed.' })
  rows!: number;
}

@ObjectType({ description: 'What became of a person who was erased.' })
export class Erasure {
  @Field(() => String, { description: 'The pseudonym that replaces the username.' })
  pseudonym!: string;

  @Field(() => [ErasureStep], { description: 'The steps that changed something.' })
  done!: ErasureStep[];

  @Field(() => [String], { description: 'The person’s customers at the card provider, who keeps data of its own.' })
  customers!: string[];

  @Field(() => ID, { nullable: true, description: 'Their client, if it has no users left.' })
  emptyClient!: number | null;
}

/** The parameters of statements: `:id` (null for a deleted user), `:key`, `:pseudonym`, `:pattern`. */
interface Person {
  id: number | null;
  key: string;
  pseudonym: string;
  /** Matches the username as a whole word, regardless of case. */
  pattern: string;
}

const keyOf = (column: string) => USERNAME_KEY.replace('username', column);
const THEIRS = `(user_id = :id or ${USERNAME_KEY} = :key)`;
/** The attempts that an administrator made for a client have no `user_id`, and may have an earlier username. */
const THEIR_ATTEMPTS = `(${THEIRS} or payer_id = :id)`;
/**
 * What people sent, with the address for the answer. Mails to an address that somebody else has, or has given too, are not
 * known to be theirs.
 */
const SENT = `select user_id, username, email from corrections union all select user_id, username, email from feedbacks`;
/** Matches the network in a line of the log. */
const NETWORK = 'from [0-9a-f.:/]+($|:)';

/** The statements for what the person has checked. */
const checksOf = (what: string, table: string, history: string) => ({
  [`checked ${what}: pseudonym`]: `update ${table} set checked_by = :pseudonym where ${keyOf('checked_by')} = :key`,
  [`checks in histories of ${what}: pseudonym`]: `update ${history} set changes = (
      select jsonb_agg(case when c->>'field' = 'checkedBy'
        then regexp_replace(c::text, :pattern, :pseudonym, 'gi')::jsonb else c end order by place)
      from jsonb_array_elements(changes) with ordinality as e (c, place))
    where changes @> '[{"field": "checkedBy"}]' and changes::text ~* :pattern`,
});

/** The statements for rows that hold more personal data than the username, in this order. */
const STEPS = {
  'mails deleted': `delete from mails where ${keyOf('recipient')} = :key or (
    ${keyOf('recipient')} in (select ${keyOf('email')} from (${SENT}) s where ${THEIRS})
    and ${keyOf('recipient')} not in (select ${keyOf('email')} from (${SENT}) s where (${THEIRS}) is not true)
    and ${keyOf('recipient')} not in (select ${USERNAME_KEY} from users))`,
  // Disputes are of several companies.
  'corrections deleted': `delete from corrections where ${THEIRS} and disputed is null`,
  'disputes: pseudonym': `update corrections set email = :pseudonym where ${THEIRS}`,
  'feedbacks deleted': `delete from feedbacks where ${THEIRS}`,
  'answered feedback: pseudonym': `update feedbacks set settled_by = :pseudonym
    where ${keyOf('settled_by')} = :key`,
  'tokens of others that they created: pseudonym': `update api_tokens set created_by = :pseudonym
    where ${keyOf('created_by')} = :key`,
  'registered queries: pseudonym': `update registered_queries set created_by = :pseudonym
    where ${keyOf('created_by')} = :key`,
  ...checksOf('key systems', 'key_systems', 'key_system_changes'),
  ...checksOf('models', 'models', 'model_changes'),
  'counted refusals deleted': `delete from log_counts where ${THEIRS}`,
  'throttles deleted': `delete from attempts where right(key, length(:key) + 1) = ' ' || :key`,
  'card setups deleted': `delete from card_setups
    where attempt_id in (select id from payment_attempts where ${THEIR_ATTEMPTS})`,
  'attempts to pay deleted': `delete from payment_attempts
    where charge is null and ${THEIR_ATTEMPTS} and not exists (select from payments where attempt_id = payment_attempts.id)`,
  // The others have a charge at the provider. If the person's own unpaid one is paid after all, the money
  // is given back.
  'attempts to pay emptied': `update payment_attempts set company = '', full_name = '', customer = null, card = null,
      card_setup_id = null, "join" = "join" and state = 'paid',
      state = case state when 'open' then 'closed' else state end
    where ${THEIR_ATTEMPTS}`,
  // The law wants receipts complete: number, day, amount, tax, and the company with its address stay.
  'receipts without their name and card': `update receipts set full_name = :pseudonym, card_brand = '', card_last4 = ''
    where ${THEIRS}`,
  'log lines without their network': `update log_entries
    set details = regexp_replace(details, '${NETWORK}', 'from (erased)\\1') where details ~ '${NETWORK}' and ${THEIRS}`,
  'log lines of their programs emptied': `update log_entries set details = '(erased)' where from_client and ${THEIRS}`,
};

/** Who erases somebody, and the end of the sentence in the log. */
interface Eraser {
  actor: Actor;
  /** Of administrators, who cannot erase themselves. */
  actorId?: number;
  where: string;
}

/** The user to erase, locked: by their id or username. Null if only data of a deleted user may be left. */
export async function findPerson(em: EntityManager, who: string): Promise<User | null> {
  await serialiseUserChanges(em);
  const id = isId(who) ? Number(who) : await findUserId(em, who);
  const user = id === undefined ? null : await em.findOne(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (user) await em.populate(user, ['role', 'client']);
  else if (isId(who)) throw new AppError('NOT_FOUND', `There is no user ${who}. If they were deleted, name them.`);
  return user;
}

/**
 * Erases a person (docs/operations.md, "Erasing a person"): deletes the user and everything they sent. Rows that must stay
 * get a pseudonym. The user's sessions end at once on all servers. `user` is null for one who was deleted earlier.
 */
export async function erase(em: EntityManager, user: User | null, who: string, by: Eraser): Promise<Erasure> {
  if (user?.isAdmin && user.enabled) await refuseLastAdministrator(em, user, by.actorId);
  const username = user?.username ?? who.trim();
  const pseudonym = `erased-user-${user?.id ?? randomBytes(6).toString('hex')}`;
  const person = { id: user?.id ?? null, key: usernameKey(username), pseudonym, pattern: patternOf(username) };
  const done: Erasure['done'] = [];
  const run = async (what: string, sql: string) => {
    const rows = await change(em, sql, person);
    if (rows > 0) done.push({ what, rows });
  };

  const customers = await refuseOpenPayments(em, person);
  for (const [what, sql] of Object.entries(STEPS)) await run(what, sql);
  for (const old of user ? await formerNames(em, user) : []) await renameInLines(em, user, old, person);
  for (const { table, column } of await columnsOf(em, 'username'))
    if (table !== 'users')
      await run(`${table}: pseudonym`, `update "${table}" set "${column}" = :pseudonym where ${ownedIn(table)}`);
  await run(
    'user deleted, with second factor, sessions, API tokens, devices, opened, recent and pinned sheets',
    'delete from users where id = :id',
  );
  // An email address identifies one person in any text. Other usernames may be ordinary words.
  if (username.includes('@')) for (const column of await columnsOf(em)) await run(...sweep(column));
  else if (user) await renameInLines(em, user, username, person);
  if (!user && done.length === 0) throw new AppError('NOT_FOUND', `There is no user ${who}, and no data of one.`);

  LogEntry.write(em, by.actor, LogKind.USER_ERASED, {
    ...(user && { subject: { type: LogSubjectType.USER, id: user.id } }),
    text: `Erased ${pseudonym}${by.where}`,
  });
  return { pseudonym, done, customers, emptyClient: user && (await emptyClientOf(em, user)) };
}

const ownedIn = (table: string) => (table === 'payment_attempts' ? THEIR_ATTEMPTS : THEIRS);

/** Runs a statement with its named parameters; returns the number of rows. */
async function change(em: EntityManager, statement: string, person: Person): Promise<number> {
  const values: unknown[] = [];
  const sql = statement.replace(/:(id|key|pseudonym|pattern)\b/g, (_, name: keyof Person) => {
    values.push(person[name]);
    return '?';
  });
  return (await em.execute<{ affectedRows: number } & object[]>(sql, values, 'run')).affectedRows;
}

/** Throws while a charge or refund is in progress, because its payer must be known. Returns the customers at the provider. */
async function refuseOpenPayments(em: EntityManager, { id, key }: Person): Promise<string[]> {
  const rows = await em.execute<{ state: string; customer: string | null }[]>(
    `select state, customer from payment_attempts
     where (user_id = ? or payer_id = ? or ${USERNAME_KEY} = ?) for update`,
    [id, id, key],
  );
  // Those for a client have a customer of the administrator who pays.
  const others = await em.execute<{ state: string }[]>(
    'select state from payment_attempts where id in (select attempt_id from attempt_users where user_id = ?) for update',
    [id],
  );
  if ([...rows, ...others].some(({ state }) => state === 'charging' || state === 'refunding'))
    throw new AppError('CONFLICT', 'A payment of this user is under way. Try again when it is settled.');
  return [...new Set(rows.flatMap(({ customer }) => customer ?? []))];
}

/** A PostgreSQL regular expression for the name, but not within a longer name. A file extension may follow. */
const patternOf = (name: string) =>
  `(?<![[:alnum:]._%+@-])${name.replace(/[^\p{L}\p{N}]/gu, '\\$&')}(?![[:alnum:]_@-]|\\.(?!(csv|xlsx)\\M)[[:alnum:]])`;

/** The user's earlier usernames, which older rows have. */
async function formerNames(em: EntityManager, { id, username }: User): Promise<string[]> {
  const tables = (await columnsOf(em, 'username')).filter(({ table }) => table !== 'users');
  const rows = await em.execute<{ username: string }[]>(
    tables.map(({ table }) => `select username from "${table}" where user_id = ?`).join(' union '),
    tables.map(() => id),
  );
  return rows.map((row) => row.username).filter((name) => name !== username);
}

/** Replaces a name in the log lines about this user. */
async function renameInLines(em: EntityManager, user: User | null, name: string, person: Person): Promise<void> {
  if (!user) return;
  await em.execute(
    `update log_entries set details = regexp_replace(details, ?, ?, 'gi') where subject_type = ? and subject_id = ?`,
    [patternOf(name), person.pseudonym, LogSubjectType.USER, user.id],
  );
}

interface Column {
  table: string;
  column: string;
  type: string;
}

/** All columns with texts, or those of this name. */
const columnsOf = (em: EntityManager, name?: string) =>
  em.execute<Column[]>(
    `select c.table_name as "table", c.column_name as "column",
       format_type(a.atttypid, a.atttypmod) as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     join pg_attribute a on a.attrelid = format('%I.%I', table_schema, table_name)::regclass and a.attname = c.column_name
     where table_schema = current_schema() and t.table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY') and c.column_name = coalesce(?, c.column_name)
     order by 1, 2`,
    [name ?? null],
  );

const sweep = ({ table, column, type }: Column): [what: string, sql: string] => [
  `${table}.${column}: pseudonym`,
  // The cast truncates texts that have become too long.
  `update "${table}" set "${column}" = cast(regexp_replace(cast("${column}" as text), :pattern, :pseudonym, 'gi') as ${type})
   where cast("${column}" as text) ~* :pattern`,
];

async function emptyClientOf(em: EntityManager, { client }: User): Promise<number | null> {
  return (await em.count(User, { client: client.id })) === 0 ? client.id : null;
}
