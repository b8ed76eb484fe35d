import { wrap } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type ValidationError, validate } from 'class-validator';
import DataLoader from 'dataloader';
import type { Session } from './accounts/sessions/session.entity';
import { findSession } from './accounts/sessions/sessions';
import type { User } from './accounts/users/user.entity';
import { type Context, forkFor, type OperationContext, sessionOf, sharesFor } from './context';
import { todayInUtc } from './days';
import { AppError, type FieldErrors, invalid } from './errors';
import { LogCount } from './logs/logCount.entity';
import { networkOf } from './network';

/**
 * Who may call an operation (docs/rules.md, "Roles and access"):
 * `visitor` anybody · `session` signed in, also restricted or expired · `payer` signed in, also expired ·
 * `member` with a living subscription · `downloader` a member with the download flag, or an administrator · `admin`.
 */
const ACCESSES = ['visitor', 'session', 'payer', 'member', 'downloader', 'admin'] as const;
export type Access = (typeof ACCESSES)[number];

/** An operation whose access admits only the signed in gets this: `session` and `user` are there. */
type Admitted<A extends Access, C> = A extends 'visitor' ? C : C & { readonly session: Session; readonly user: User };

/** One act of the product, as doors call it. `input` is checked before it runs; REST may pass what it has read as it is. */
export interface Operation<I extends object, O> {
  (ctx: Context, input?: Partial<I>): Promise<O>;
  readonly access: Access;
  /** What it takes, with its rules. */
  readonly Input: Constructor<I>;
  /** Only the first part of what calling it checks: throws where the caller may not. */
  admit(ctx: Context): Promise<Session | null>;
}

type Constructor<I> = new () => I;

/** For operations that take nothing. */
export class NoInput {}

/** Reads. */
export function query<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A, OperationContext>, input: I) => Promise<O>,
): Operation<I, O> {
  return gate(access, Input, (ctx, em, input) =>
    databaseStep(ctx, () => run({ ...ctx, em } as Admitted<A, OperationContext>, input)),
  );
}

/** Changes: runs in one transaction, which also holds the log entry that belongs to it. */
export function command<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A, OperationContext>, input: I) => Promise<O>,
): Operation<I, O> {
  return gate(access, Input, (ctx, em, input) =>
    databaseStep(ctx, () => em.transactional((em) => run({ ...ctx, em } as Admitted<A, OperationContext>, input))),
  );
}

/** Runs one step in a transaction of its own. */
export type Commit = <T>(step: (em: EntityManager) => Promise<T>) => Promise<T>;

/** For work outside of requests: sweepers, the server's terminal, tests. */
export const commitTo =
  ({ em }: Pick<MikroORM, 'em'>): Commit =>
  (step) =>
    em.fork().transactional(step);

interface ChainContext extends Omit<OperationContext, 'em'> {
  readonly commit: Commit;
}

/** Several commands in a row, around something that must not happen within a transaction (a hash that takes long, mail, money). */
export function chain<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A, ChainContext>, input: I) => Promise<O>,
): Operation<I, O> {
  return gate(access, Input, (ctx, em, input) => {
    const commit: Commit = (step) => databaseStep(ctx, () => em.fork().transactional(step));
    return run({ ...ctx, commit } as Admitted<A, ChainContext>, input);
  });
}

/**
 * Session, restriction, role, subscription, input (docs/rules.md, "Sign-in order"); existence is the operation's own.
 */
function gate<I extends object, O>(
  access: Access,
  Input: Constructor<I>,
  run: (ctx: Omit<OperationContext, 'em'>, em: EntityManager, input: I) => Promise<O>,
): Operation<I, O> {
  if (!ACCESSES.includes(access)) throw new Error('An operation must state who may call it');
  const admit = async (ctx: Context) => {
    const session = await callersSession(ctx);
    try {
      authorize(access, session);
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN' && session) await noteRefusal(ctx, access, session);
      throw error;
    }
    return session;
  };
  const operation = async (ctx: Context, input?: Partial<I>) => {
    try {
      const session = await admit(ctx);
      const checked = await check(Object.assign(new Input(), input));
      const admitted = { ...ctx, session, ...(session && { user: session.user }), [placed]: true };
      return await inPlace(ctx, session, () => run(admitted, forkFor(ctx), checked));
    } catch (error) {
      ctx.shortage?.note(error);
      throw error;
    }
  };
  return Object.assign(operation, { access, admit, Input });
}

const callersSession = (ctx: Context): Promise<Session | null> =>
  sessionOf(ctx, async () => {
    if (!ctx.token) return null;
    return sharesFor(ctx).lookups.run(networkOf(ctx.ip), () => findSession(forkFor(ctx), ctx), ctx.signal);
  });

/** Marks the context of an operation that has a place, so that an operation called by it does not wait for a second one. */
const placed = Symbol('placed');

/**
 * Runs `task` when it is this caller's turn (docs/rules.md, "Fair share"). Holds no connection while waiting. Operations
 * do this themselves; doors need it for other work with the database.
 */
export function inPlace<T>(ctx: Context, session: Session | null, task: () => Promise<T>): Promise<T> {
  if (placed in ctx) return task();
  const { users, visitors } = sharesFor(ctx);
  // By user, not by session: signing in ten times must not give ten shares.
  if (session) return users.run(String(session.user.id), task, ctx.signal);
  return visitors.run(networkOf(ctx.ip), task, ctx.signal);
}

/** Runs a step that needs a connection; visitors together may use only a part of the pool. */
function databaseStep<T>(ctx: Omit<OperationContext, 'em'>, step: () => Promise<T>): Promise<T> {
  return ctx.session ? step() : sharesFor(ctx).visitorSteps.run(networkOf(ctx.ip), step, ctx.signal);
}

const loaders = new WeakMap<Context, Map<string, DataLoader<object, void>>>();

/**
 * Loads a relation that the operation has not populated, for resolvers: one batch for all entities that need it at the same
 * time, in one of the caller's places.
 */
export function loadRelation<T extends object>(ctx: Context, entity: T, relation: keyof T & string): Promise<void> {
  const ofRequest = loaders.get(ctx) ?? new Map<string, DataLoader<object, void>>();
  loaders.set(ctx, ofRequest);
  const name = `${entity.constructor.name}.${relation}`;
  const loader = ofRequest.get(name) ?? relationLoader(ctx, relation);
  ofRequest.set(name, loader);
  return loader.load(entity);
}

const relationLoader = (ctx: Context, relation: string) =>
  new DataLoader<object, void>(
    async (entities) => {
      const session = await callersSession(ctx);
      await inPlace(ctx, session, async () => {
        for (const [em, siblings] of Map.groupBy(entities, (entity) => wrap(entity, true).__em)) {
          await em?.populate(siblings, [relation] as never);
        }
      });
      return entities.map(() => undefined);
    },
    { cache: false },
  );

/** Requests whose refusal has been noted: the field of a list's items is refused as often as there are items. */
const refused = new WeakSet<Context>();

/** Logs and counts a request that the signed-in user's role does not allow (docs/rules.md, "The log"). */
async function noteRefusal(ctx: Context, access: Access, session: Session): Promise<void> {
  if (refused.has(ctx)) return;
  refused.add(ctx);
  const { user } = session;
  const what = `Was refused an operation for ${access === 'admin' ? 'administrators' : 'users with the download flag'},`;
  const note = { user, username: user.username, what, network: networkOf(ctx.ip) };
  await inPlace(ctx, session, () => forkFor(ctx).transactional((em) => LogCount.note(em, note)));
}

/** Throws unless the holder of `session` may call operations of `access`. */
function authorize(access: Access, session: Session | null): void {
  if (access === 'visitor') return;
  if (!session) throw new AppError('UNAUTHENTICATED', 'Please sign in.');
  if (access === 'session') return;
  if (session.restricted) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Please choose a new password first.');
  }
  if (access === 'payer') return;
  const { user } = session;
  const roleSuffices = user.isAdmin || access === 'member' || (access === 'downloader' && user.databaseDownloadAllowed);
  if (!roleSuffices) throw new AppError('FORBIDDEN', 'You are not allowed to do this.');
  if (user.subscriptionEnded(todayInUtc())) {
    throw new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  }
}

async function check<I extends object>(input: I): Promise<I> {
  const errors: FieldErrors = {};
  for (const [field, value] of Object.entries(input)) {
    if (hasForbiddenCharacter(value)) errors[field] = ['This contains characters that cannot be stored.'];
  }
  for (const error of await validate(input, { forbidUnknownValues: false, stopAtFirstError: true })) {
    errors[error.property] ??= messagesOf(error);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return input;
}

/**
 * What XML 1.0 forbids, which PostgreSQL (NUL) and the exports could not hold
 * (docs/rules.md, "Lengths and characters").
 */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Whether any text in `value` has one. Not recursive: nested JSON could overflow the stack. */
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

/** An object of an input's own, such as a row of depths; not a file. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date);
}

const messagesOf = (error: ValidationError): string[] => [
  ...Object.values(error.constraints ?? {}),
  ...(error.children ?? []).flatMap(messagesOf),
];
