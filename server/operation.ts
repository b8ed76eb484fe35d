import { wrap } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import DataLoader from 'dataloader';
import type { Caller, CallersSession } from './accounts/sessions/caller';
import { findSession } from './accounts/sessions/sessions';
import { userExpired } from './accounts/subscription';
import { type Context, forkFor, isSystem, readServicesOf, type SystemContext, sessionOf, sharesFor } from './context';
import { todayInUtc } from './days';
import { AppError, type FieldErrors, invalid } from './errors';
import { inForm } from './inputs/textForms';
import { LogCount } from './logs/logCount.entity';
import { LogKind } from './logs/logKind';
import { CachedAnswer } from './memory';
import { networkOf } from './network';
import { traced } from './observe/currentRequest';
import type { Parameter, Statement } from './outside/postgres/reads';

/**
 * Who may call an operation (docs/rules.md, "Roles and access"):
 * `visitor` anybody · `session` signed in, also restricted or expired · `payer` signed in, also expired ·
 * `member` with a current subscription · `downloader` a member with the download flag, or an administrator · `admin` ·
 * `system` only the server itself, never a session (docs/architecture.md, "How a request travels").
 */
const AUDIENCES = {
  visitor: 'For anybody.',
  session: 'For anybody who is signed in.',
  payer: 'For signed-in users, even if expired.',
  member: 'For members.',
  downloader: 'For members with the download flag, and for administrators.',
  admin: 'For administrators.',
  system: 'For the server itself.',
};
export type Access = keyof typeof AUDIENCES;

/** The sentence at the end of an operation's description that says who may call it. */
export const forWhom = ({ access }: { access: Access }): string => AUDIENCES[access];

/** The context type of the callers with this access. */
type ContextOf<A extends Access> = A extends 'system' ? SystemContext : Context;

/** The caller's context after the gate, which adds the session and its user (a visitor may have no session). */
type Admitted<A extends Access> = A extends 'system'
  ? SystemContext
  : Context &
      (A extends 'visitor'
        ? { readonly session: CallersSession | null }
        : { readonly session: CallersSession; readonly user: Caller });

/** A use case, as resolvers and REST routes call it. It validates `input`, so REST may pass unchecked values. */
export interface Operation<I extends object, O, C = Context> {
  (ctx: C, input?: Partial<I>): Promise<O>;
  readonly access: Access;
  /** The class of its input, with the validation rules. */
  readonly Input: Constructor<I>;
  /** Only for lookups of members. */
  readonly cached?: Cached<I, O>;
  /** Only checks access: throws if the caller may not call the operation. */
  admit(ctx: C): Promise<CallersSession | null>;
}

/**
 * The encoded answer to `key` (which states everything that was asked, and in which encoding), from memory if it was
 * given before and the catalogue has not changed since.
 */
type Cached<I, O> = (
  ctx: Context,
  key: string,
  input: () => Partial<I>,
  encode: (answer: O) => string,
) => Promise<CachedAnswer>;

type Constructor<I> = new () => I;

/** The names of operations in traces, by `admit`: an operation and its parts share the same `admit`. */
const names = new WeakMap<object, string>();
export const nameOperation = ({ admit }: { admit: object }, name: string) => names.set(admit, name);

/** For operations without input. */
export class NoInput {}

/** In a command, `em` is bound to its transaction. */
interface Reader {
  readonly em: EntityManager;
}

/** `ctx` with more properties: a copy, because reading through inheritance is slower. */
const extended = <C extends object, P extends object>(ctx: C, properties: P): C & P => ({ ...ctx, ...properties });

/** An operation that reads. */
export function query<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A> & Reader, input: I) => Promise<O>,
): Operation<I, O, ContextOf<A>> {
  return gate(access, Input, (ctx, em, input) => databaseStep(ctx, () => run(extended(ctx, { em: em() }), input)));
}

/** Reads the JSON value of a prepared statement; undefined without a row. */
export type Read = <T>(statement: Statement, values: Parameter[]) => Promise<T | undefined>;

/** A number of records, counted again only after it may have changed. `what` is its key in the cache. */
type Count = (what: string, statement: Statement, values: Parameter[]) => Promise<number>;

export interface PlainReader {
  readonly read: Read;
  readonly count: Count;
}

/**
 * An operation that reads plain rows with prepared statements, without the ORM (docs/performance.md, "Reads"). `opens`
 * returns the models whose sheets an answer opens: they are counted for the caller before the answer is returned.
 */
export function lookup<A extends 'member' | 'admin', I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A> & PlainReader, input: I) => Promise<O>,
  opens: (answer: O) => number[] = () => [],
): Operation<I, O> {
  const uncounted: Operation<I, O> = gate<'member' | 'admin', I, O>(
    access,
    Input,
    (ctx, _em, input) => run(extended(ctx as Admitted<A>, plainReader(ctx)), input),
    'reads',
  );
  const count = async (ctx: Context, ids: number[]) => {
    const session = ids.length > 0 ? await uncounted.admit(ctx) : null;
    if (session) await ctx.openSheets(session.user, ids);
  };
  const operation = async (ctx: Context, input?: Partial<I>) => {
    const answer = await uncounted(ctx, input);
    await count(ctx, opens(answer));
    return answer;
  };
  /** Only for members' answers, which are the same for all members. */
  const cached: Cached<I, O> = async (ctx, key, input, encode) => {
    await uncounted.admit(ctx);
    const { answers } = readServicesOf(ctx).memory;
    const known =
      answers.get(key) ??
      (await answers.find(key, async () => {
        const answer = await uncounted(ctx, input());
        return new CachedAnswer(encode(answer), opens(answer));
      }));
    await count(ctx, known.opens);
    return known;
  };
  return Object.assign(operation, { access, admit: uncounted.admit, Input, ...(access === 'member' && { cached }) });
}

function plainReader(ctx: Context): PlainReader {
  const { reads, memory } = readServicesOf(ctx);
  return {
    read: (statement, values) => reads.value(statement, values),
    async count(what, statement, values) {
      const known = memory.totals.get(what);
      if (known) return known.total;
      const count = async () => ({ total: (await reads.value<number>(statement, values)) ?? 0 });
      return (await memory.totals.find(what, count)).total;
    },
  };
}

/** An operation that writes. It runs in one transaction, together with its log entry. */
export function command<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A> & Reader, input: I) => Promise<O>,
): Operation<I, O, ContextOf<A>> {
  return gate(access, Input, (ctx, em, input) =>
    databaseStep(ctx, () => em().transactional((em) => run(extended(ctx, { em }), input))),
  );
}

/** Runs one step in a transaction of its own. */
export type Commit = <T>(step: (em: EntityManager) => Promise<T>) => Promise<T>;

/** Runs prepared statements without the ORM, each in a transaction of its own. */
export interface Plain {
  /** Never from a replica. */
  read: Read;
  /** See `Reads.write`. */
  write: Read;
}

/** An operation of several transactions, for slow or external work between them (hashing, mail, payments). */
export function chain<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A> & { readonly commit: Commit; readonly plain: Plain | null }, input: I) => Promise<O>,
): Operation<I, O, ContextOf<A>> {
  return gate(access, Input, (ctx, em, input) => {
    const commit: Commit = (step) => databaseStep(ctx, () => em().transactional(step));
    return run(extended(ctx, { commit, plain: isSystem(ctx) ? null : plainOf(ctx) }), input);
  });
}

function plainOf(ctx: Context): Plain {
  const { reads } = readServicesOf(ctx);
  return {
    read: (statement, values) => reads.current(statement, values),
    write: (statement, values) => reads.write(statement, values),
  };
}

/**
 * Checks in this order: session, restriction, role, subscription, input (docs/rules.md, "Sign-in order"). The operation
 * itself checks whether records exist.
 */
function gate<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A>, em: () => EntityManager, input: I) => Promise<O>,
  share?: 'users' | 'reads',
): Operation<I, O, ContextOf<A>> {
  if (!Object.hasOwn(AUDIENCES, access)) throw new Error('An operation must state who may call it');
  const admit = async (ctx: Context | SystemContext) => {
    if (isSystem(ctx)) {
      if (access === 'system') return null;
      throw new Error(`The system calls an operation of access ${access}`);
    }
    const session = await callersSession(ctx);
    try {
      authorize(access, session);
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN' && session) await noteRefusal(ctx, access, session);
      throw error;
    }
    return session;
  };
  const operation = (ctx: Context | SystemContext, input?: Partial<I>) =>
    traced(names.get(admit) ?? Input.name, () => attempt(ctx, input));
  const attempt = async (ctx: Context | SystemContext, input?: Partial<I>) => {
    try {
      const session = await admit(ctx);
      const checked = check(Object.assign(new Input(), input));
      const act = (caller: object) => run(caller as Admitted<A>, () => forkFor(ctx), checked);
      if (isSystem(ctx)) return await act(ctx);
      const admitted = extended(ctx, { session, ...(session && { user: session.user }), [hasSlot]: true });
      return await withSlot(ctx, session, () => act(admitted), share);
    } catch (error) {
      if (!isSystem(ctx)) ctx.shortage?.note(error);
      throw error;
    }
  };
  return Object.assign(operation, { access, admit, Input });
}

const callersSession = (ctx: Context): Promise<CallersSession | null> =>
  sessionOf(ctx, async () => {
    if (!ctx.token) return null;
    return findSession(ctx, {
      ...readServicesOf(ctx),
      withSlot: (read) => sharesFor(ctx).lookups.run(networkOf(ctx.ip), read, ctx),
      em: () => forkFor(ctx),
    });
  });

/** Marks the context of an operation that has a slot, so that nested operations do not take a second one. */
const hasSlot = Symbol('hasSlot');

/** Runs `task` when it is this caller's turn (docs/rules.md, "Fair share"). Holds no connection while waiting. */
function withSlot<T>(
  ctx: Context,
  session: CallersSession | null,
  task: () => Promise<T>,
  share: 'users' | 'reads' = 'users',
): Promise<T> {
  if (hasSlot in ctx) return task();
  const { [share]: ofUsers, visitors } = sharesFor(ctx);
  // By user, not by session: ten sign-ins must not give ten shares.
  if (session) return ofUsers.run(String(session.user.id), task, ctx);
  return visitors.run(networkOf(ctx.ip), task, ctx);
}

/** Runs a step that needs a connection. All visitors together get only part of the pool. */
function databaseStep<T>(
  ctx: SystemContext | (Context & { session: CallersSession | null }),
  step: () => Promise<T>,
): Promise<T> {
  return isSystem(ctx) || ctx.session ? step() : sharesFor(ctx).visitorSteps.run(networkOf(ctx.ip), step, ctx);
}

const loaders = new WeakMap<Context, Map<string, DataLoader<unknown, unknown>>>();

/** Loads the values of keys that one request asks for at the same time with a single `load`, for field resolvers. */
export function loadTogether<K, V>(
  ctx: Context,
  name: string,
  key: K,
  load: (keys: readonly K[]) => Promise<V[]>,
): Promise<V> {
  const ofRequest = loaders.get(ctx) ?? new Map<string, DataLoader<unknown, unknown>>();
  loaders.set(ctx, ofRequest);
  const loader =
    ofRequest.get(name) ?? new DataLoader(load as (keys: readonly unknown[]) => Promise<V[]>, { cache: false });
  ofRequest.set(name, loader);
  return loader.load(key) as Promise<V>;
}

/**
 * Loads a relation of an entity that the operation has not populated, for field resolvers. It runs as a query for
 * members, because only members can read types with relations.
 */
export const loadRelation = <T extends object>(ctx: Context, entity: T, relation: keyof T & string): Promise<void> =>
  loadTogether<object, undefined>(ctx, `${entity.constructor.name}.${relation}`, entity, async (entities) => {
    const load = query('member', NoInput, async () => {
      // Uses the EntityManager that loaded the entities: another one would create duplicates of related objects.
      for (const [em, siblings] of Map.groupBy(entities, (entity) => wrap(entity, true).__em)) {
        await em?.populate(siblings, [relation] as never);
      }
    });
    await load(ctx);
    return entities.map(() => undefined);
  });

/** Requests whose refusal is already logged. A field of list items would be refused once per item. */
const refused = new WeakSet<Context>();

/** Logs and counts a request that the signed-in user's role does not allow (docs/rules.md, "The log"). */
async function noteRefusal(ctx: Context, access: Access, session: CallersSession): Promise<void> {
  if (refused.has(ctx)) return;
  refused.add(ctx);
  const { user } = session;
  const what = `Was refused an operation for ${access === 'downloader' ? 'users with the download flag' : 'administrators'},`;
  const note = { kind: LogKind.REFUSED, user, username: user.username, what, network: networkOf(ctx.ip) };
  await withSlot(ctx, session, () => forkFor(ctx).transactional((em) => LogCount.note(em, note)));
}

/** Throws unless the holder of `session` may call operations of `access`. */
function authorize(access: Access, session: CallersSession | null): void {
  if (access === 'visitor') return;
  if (!session) throw new AppError('UNAUTHENTICATED', 'Please sign in.');
  if (access === 'session') return;
  refuseRestricted(session);
  if (access === 'payer') return;
  const { user } = session;
  if (access === 'system') throw notAllowed();
  const roleSuffices = user.isAdmin || access === 'member' || (access === 'downloader' && user.databaseDownloadAllowed);
  if (!roleSuffices) throw notAllowed();
  if (userExpired(user, todayInUtc())) {
    throw new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  }
}

/** Throws if the session was opened with a temporary password, which lasts until a new one is chosen. */
export function refuseRestricted({ restricted }: CallersSession): void {
  if (restricted) throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Please choose a new password first.');
}

const notAllowed = () => new AppError('FORBIDDEN', 'You are not allowed to do this.');

/**
 * At every check, class-validator collects the rules of a class from those of all classes. They never change, and no check
 * uses groups, so each class's rules are collected once (docs/performance.md, "Effect of each step").
 */
const rules = getMetadataStorage();
const collect = rules.getTargetValidationMetadatas.bind(rules);
const collected = new WeakMap<object, ReturnType<typeof collect>>();
rules.getTargetValidationMetadatas = (target, ...options) => {
  const known = collected.get(target) ?? collect(target, ...options);
  collected.set(target, known);
  return known;
};

function check<I extends object>(given: I): I {
  const errors: FieldErrors = {};
  for (const [field, value] of Object.entries(given)) {
    if (hasForbiddenCharacter(value)) errors[field] = ['This contains characters that cannot be stored.'];
  }
  const input = inForm(given);
  for (const error of validateSync(input, { forbidUnknownValues: false, stopAtFirstError: true })) {
    errors[error.property] ??= messagesOf(error);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return input;
}

/**
 * Characters that XML 1.0 forbids, which the exports cannot contain, and other control characters (docs/rules.md, "Lengths
 * and characters").
 */
const FORBIDDEN = /[^\t\n\r\u0020-~\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Whether any text in `value` has a forbidden character. Not recursive: nested JSON could overflow the stack. */
export function hasForbiddenCharacter(value: unknown): boolean {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && FORBIDDEN.test(next)) return true;
    if (isPlain(next)) for (const one of Object.values(next)) pending.push(one);
  }
  return false;
}

/** `text` with forbidden characters replaced by U+FFFD. */
export const withoutForbidden = (text: string) => text.replace(new RegExp(FORBIDDEN, 'gu'), '\uFFFD');

/** An object or array within an input, but not a file or a date. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date);
}

const messagesOf = (error: ValidationError): string[] => [
  ...Object.values(error.constraints ?? {}),
  ...(error.children ?? []).flatMap(messagesOf),
];
