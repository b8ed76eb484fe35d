import type { EntityManager } from '@mikro-orm/postgresql';
import { type ValidationError, validate } from 'class-validator';
import type { Session } from './accounts/session.entity';
import { findSession } from './accounts/sessions';
import type { User } from './accounts/user.entity';
import { type Context, forkFor, type OperationContext, sessionOf } from './context';
import { AppError, type FieldErrors, invalid } from './errors';

/**
 * Who may call an operation (contract section 3):
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
  return gate(access, Input, (ctx, em, input) => run({ ...ctx, em } as Admitted<A, OperationContext>, input));
}

/** Changes: runs in one transaction, which also holds the log entry that belongs to it. */
export function command<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A, OperationContext>, input: I) => Promise<O>,
): Operation<I, O> {
  return gate(access, Input, (ctx, em, input) =>
    em.transactional((em) => run({ ...ctx, em } as Admitted<A, OperationContext>, input)),
  );
}

interface ChainContext extends Omit<OperationContext, 'em'> {
  /** Runs one step in a transaction of its own. */
  commit<T>(step: (em: EntityManager) => Promise<T>): Promise<T>;
}

/** Several commands in a row, around something that must not happen within a transaction (a hash that takes long, mail, money). */
export function chain<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A, ChainContext>, input: I) => Promise<O>,
): Operation<I, O> {
  return gate(access, Input, (ctx, em, input) =>
    run({ ...ctx, commit: (step) => em.fork().transactional(step) } as Admitted<A, ChainContext>, input),
  );
}

/** The order of contract section 5: session, restriction, role, subscription, input; existence is the operation's own. */
function gate<I extends object, O>(
  access: Access,
  Input: Constructor<I>,
  run: (ctx: Omit<OperationContext, 'em'>, em: EntityManager, input: I) => Promise<O>,
): Operation<I, O> {
  if (!ACCESSES.includes(access)) throw new Error('An operation must state who may call it');
  const admit = async (ctx: Context) => {
    const session = await sessionOf(ctx, () => findSession(forkFor(ctx), ctx));
    authorize(access, session);
    return session;
  };
  const operation = async (ctx: Context, input?: Partial<I>) => {
    try {
      const session = await admit(ctx);
      const checked = await check(Object.assign(new Input(), input));
      return await run({ ...ctx, session, ...(session && { user: session.user }) }, forkFor(ctx), checked);
    } catch (error) {
      ctx.shortage?.note(error);
      throw error;
    }
  };
  return Object.assign(operation, { access, admit });
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
  if (user.subscriptionEnded(today())) {
    throw new AppError('PAYMENT_REQUIRED', 'Your subscription has ended. Please extend your account.');
  }
}

/** Today in UTC, `YYYY-MM-DD`. */
export const today = () => new Date().toISOString().slice(0, 10);

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

/** What XML 1.0 forbids, which PostgreSQL (NUL) and the exports could not hold (contract section 6). */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** In any text of `value`. Not recursive: what JSON nests has no limit, the stack has. */
export function hasForbiddenCharacter(value: unknown): boolean {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && FORBIDDEN.test(next)) return true;
    if (isPlain(next)) for (const one of Object.values(next)) pending.push(one);
  }
  return false;
}

/** An object of an input's own, such as a row of depths; not a file. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date);
}

const messagesOf = (error: ValidationError): string[] => [
  ...Object.values(error.constraints ?? {}),
  ...(error.children ?? []).flatMap(messagesOf),
];
