import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller, CallersSession } from '../accounts/sessions/caller';
import { findSession } from '../accounts/sessions/sessions';
import { type Context, forkFor, isSystem, readServicesOf, type SystemContext, sessionOf, sharesFor } from '../context';
import { AppError } from '../errors';
import { networkOf } from '../network';
import { traced } from '../observe/currentRequest';
import { type Access, authorize, isAccess } from './audiences';
import { checkInput } from './checkInput';
import type { CachedAnswer } from './memory';
import { type Plain, plainOf } from './plainReads';
import { noteRefusal } from './refusals';
import { databaseStep, inSlot, withSlot } from './slots';

/** The context type of the callers with this access. */
type ContextOf<A extends Access> = A extends 'system' ? SystemContext : Context;

/** The caller's context after the gate, which adds the session and its user (a visitor may have no session). */
export type Admitted<A extends Access> = A extends 'system'
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
export type Cached<I, O> = (
  ctx: Context,
  key: string,
  input: () => Partial<I>,
  encode: (answer: O) => string,
) => Promise<CachedAnswer>;

export type Constructor<I> = new () => I;

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
export const extended = <C extends object, P extends object>(ctx: C, properties: P): C & P => ({
  ...ctx,
  ...properties,
});

/** An operation that reads. */
export function query<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A> & Reader, input: I) => Promise<O>,
): Operation<I, O, ContextOf<A>> {
  return gate(access, Input, (ctx, em, input) => databaseStep(ctx, () => run(extended(ctx, { em: em() }), input)));
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

/**
 * Checks in this order: session, restriction, role, subscription, input (docs/rules.md, "Sign-in order"). The operation
 * itself checks whether records exist.
 */
export function gate<A extends Access, I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A>, em: () => EntityManager, input: I) => Promise<O>,
  share?: 'users' | 'reads',
): Operation<I, O, ContextOf<A>> {
  if (!isAccess(access)) throw new Error('An operation must state who may call it');
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
      const checked = checkInput(Object.assign(new Input(), input));
      const act = (caller: object) => run(caller as Admitted<A>, () => forkFor(ctx), checked);
      if (isSystem(ctx)) return await act(ctx);
      const admitted = extended(ctx, { session, ...(session && { user: session.user }), ...inSlot });
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
