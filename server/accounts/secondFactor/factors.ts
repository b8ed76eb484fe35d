import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Caller, CallersSession, Context, Site } from '../../context';
import { type FieldErrors, invalid } from '../../errors';
import type { Commit } from '../../gate/operation';
import { codeLimit, currentPasswordLimit, resetThrottle, throttle } from '../../gate/throttle/throttle';
import { LogEntry } from '../../logs/logEntry.entity';
import type { LogKind } from '../../logs/logKind';
import { writeMail } from '../mail/letter';
import { isCurrent, WRONG_PASSWORD } from '../passwords/currentPassword';
import { forgetTrust } from '../sessions/devices';
import { type Code, checkCode, issueRecoveryCodes, spendCode } from './codes';

@ObjectType({ description: 'A passkey of the caller.' })
export class Passkey {
  @Field(() => ID, { description: 'Identifies the passkey.' })
  id!: number;

  @Field(() => String, { description: 'What the user calls it.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was added.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it last signed the user in.' })
  lastUsedAt!: Date | null;
}

@ObjectType({ description: 'What the caller has besides the password.' })
export class SecondFactor {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when an authenticator app counts; null without one.',
  })
  totpSince!: Date | null;

  @Field(() => Int, { description: 'The number of unused recovery codes.' })
  recoveryCodesLeft!: number;

  @Field(() => [Passkey], { description: 'The oldest first.' })
  passkeys!: Passkey[];

  @Field(() => Int, { description: 'The number of browsers in which the password suffices.' })
  trustedDevices!: number;

  @Field(() => Boolean, { description: 'Whether this user must have a second factor.' })
  required!: boolean;
}

@ObjectType({ description: 'The second factor after a change.' })
export class SecondFactorPayload {
  @Field(() => SecondFactor, { description: 'The second factor as it is now.' })
  secondFactor!: SecondFactor;

  @Field(() => [String], {
    nullable: true,
    description: 'New recovery codes, which only this answer has; null if there are no new ones.',
  })
  recoveryCodes!: string[] | null;
}

type Own = Context & { em: EntityManager; user: Caller };

/** The driver returns times as texts. */
const toDate = (time: string | null) => (time === null ? null : new Date(time));

export async function readFactor({ em, user, secondFactor }: Own): Promise<SecondFactor> {
  const [row] = await em.execute<{ totpSince: string | null; recoveryCodesLeft: number; trustedDevices: number }[]>(
    `select (select since from totp_secrets where user_id = u.id) as "totpSince",
       (select count(*)::int from recovery_codes where user_id = u.id) as "recoveryCodesLeft",
       (select count(*)::int from devices where user_id = u.id and trusted_until > now()) as "trustedDevices"
     from users u where id = ?`,
    [user.id],
  );
  const passkeys = await em.execute<{ id: number; name: string; createdAt: string; lastUsedAt: string | null }[]>(
    `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys where user_id = ? order by id`,
    [user.id],
  );
  const { totpSince = null, recoveryCodesLeft = 0, trustedDevices = 0 } = row ?? {};
  return {
    totpSince: toDate(totpSince),
    recoveryCodesLeft,
    trustedDevices,
    passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: new Date(createdAt),
      lastUsedAt: toDate(lastUsedAt),
    })),
    required: secondFactor.forAdmins && user.isAdmin,
  };
}

export const payloadOf = async (own: Own, recoveryCodes: string[] | null = null): Promise<SecondFactorPayload> => ({
  secondFactor: await readFactor(own),
  recoveryCodes,
});

/**
 * Updates `users.second_factor` after a factor was added or removed. Call it with the user locked. Returns new recovery codes if it
 * was the first factor; removing the last one deletes them. Removing any ends the trust in browsers.
 */
export async function noteFactors(em: EntityManager, userId: number, what: 'added' | 'removed') {
  const [now] = await em.execute<{ has: boolean; had: boolean }[]>(
    `update users u set second_factor = old.has from (
       select i.id, i.second_factor as had,
         exists (select from totp_secrets t where t.user_id = i.id and t.since is not null)
           or exists (select from passkeys p where p.user_id = i.id) as has
       from users i where i.id = ?) old
     where u.id = old.id returning old.has, old.had`,
    [userId],
  );
  if (what === 'removed') await forgetTrust(em, userId);
  if (now && !now.has) await em.execute('delete from recovery_codes where user_id = ?', [userId]);
  return now?.has && !now.had ? issueRecoveryCodes(em, userId) : null;
}

/** Removes all factors, recovery codes and challenges of a user. Call it with the user locked. */
export async function dropFactors(em: EntityManager, userId: number): Promise<void> {
  for (const table of ['totp_secrets', 'passkeys', 'passkey_challenges'])
    await em.execute(`delete from ${table} where user_id = ?`, [userId]);
  await noteFactors(em, userId, 'removed');
}

type SignedIn = Context & { session: CallersSession; user: Caller; commit: Commit };

interface Proof {
  currentPassword: string;
  code?: string | null;
}

/** What `prove` found; `requireSpent` takes it in the transaction of the change. */
export type Proven = Code | 'no code asked';

/** Throws unless the password is right and, where one is asked for, the code. */
export async function prove(
  ctx: SignedIn,
  { currentPassword, code }: Proof,
  codeAsked: 'never' | 'of users with an app' | 'always',
): Promise<Proven> {
  const { commit, session, user } = ctx;
  const passwordLimit = currentPasswordLimit(session.id);
  const codesLimit = codeLimit(user.id);
  const asked =
    codeAsked === 'always' || (codeAsked === 'of users with an app' && (await commit((em) => hasApp(em, user.id))));
  const counted = asked && code;
  await commit((em) => throttle(em, counted ? [passwordLimit, codesLimit] : [passwordLimit]));
  const isRight = await isCurrent(commit, session, currentPassword);
  const found = counted ? await commit((em) => checkCode(em, ctx, user.id, code)) : null;
  if (isRight) await commit((em) => resetThrottle(em, [passwordLimit]));
  const wrong: FieldErrors = {};
  // 422, not 401: clients take 401 to mean that the session has ended.
  if (!isRight) wrong.currentPassword = [WRONG_PASSWORD];
  if (asked && !found) wrong.code = [code ? WRONG_CODE : NO_CODE];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  if (!found) return 'no code asked';
  await commit((em) => resetThrottle(em, [codesLimit]));
  return found;
}

export async function hasApp(em: EntityManager, userId: number): Promise<boolean> {
  const [app] = await em.execute('select from totp_secrets where user_id = ? and since is not null', [userId]);
  return app !== undefined;
}

/** Spends the code that `prove` found; throws if another call was faster. */
export async function requireSpent(em: EntityManager, userId: number, proven: Proven): Promise<void> {
  if (proven !== 'no code asked' && !(await spendCode(em, userId, proven))) throw invalid({ code: [WRONG_CODE] });
}

const NO_CODE = 'The code field is required.';

export const WRONG_CODE = 'This code is wrong, or it was used before.';

/**
 * Logs what happened to the user's own second factor, and mails it to them. Only the mail has `detail`: the log outlives the
 * user, and names of passkeys are personal.
 */
export function tellUser(
  em: EntityManager,
  { site, user, ip }: { site: Site; user: Caller; ip: string },
  { kind, text, subject, detail = '' }: { kind: LogKind; text: string; subject: string; detail?: string },
): void {
  LogEntry.write(em, user, kind, { text });
  mailUser(em, site, user, { subject, line: `${text}${detail}, from the address ${ip}.` });
}

/** How long such a mail is worth sending. */
const HOURS = 72;

export function mailUser(
  em: EntityManager,
  site: Site,
  { username, fullName }: Pick<Caller, 'username' | 'fullName'>,
  { subject, line }: { subject: string; line: string },
): void {
  writeMail(em, site, {
    to: username,
    name: fullName,
    subject,
    hours: HOURS,
    parts: [
      line,
      'If that was neither you nor an administrator whom you asked, choose a new password at once and tell us.',
      { link: `${site.publicOrigin}/security`, label: 'Sign-in security' },
    ],
  });
}
