import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller, CallersSession } from '../accounts/sessions/caller';
import { findSession } from '../accounts/sessions/sessions';
import { type Context, forkFor, isSystem, readServicesOf, type SystemContext, sessionOf, sharesFor } from '../context';
import { AppError } from '../errors';
import { networkOf } from '../network';
import { traced } from '../observe/currentRequest';
import { type Access, authorize, isAccess, type Scope } from './audiences';
import { checkInput } from './checkInput';
import type { CachedAnswer } from './memory';
import { noteRefusal, refuseWrongToken } from './refusals';
import { inSlot, withSlot } from './slots';

/** The context with which an operation of this access is called. */
type ContextOf<A extends Access> = A extends 'system' ? SystemContext : Context;

/** The caller's context after the gate, which adds the session and its user (a visitor may have no session). */
export type Admitted<A extends Access> = A extends 'system'
  ? SystemContext
  : Context &
      (A extends 'visitor'
        ? { readonly session: CallersSession | null }
        : { readonly session: CallersSession; readonly user: Caller });

/** What an operation says about itself. */
interface Declaration<A extends Access, I extends object, D extends Description> {
  readonly access: A;
  /** The class of its input, with the validation rules. */
  readonly Input: Constructor<I>;
  readonly description: D;
  /** Without one, the operation is closed to API tokens. */
  readonly scope?: Scope | undefined;
}

/** What an operation answers or does; only those of the graph and of REST have one. */
export type Description = string | undefined;

/** A use case, as resolvers and REST routes call it. It validates `input`, so REST may pass unchecked values. */
export interface Operation<I extends object, O, C = Context, D extends Description = Description>
  extends Declaration<Access, I, D> {
  (ctx: C, input?: Partial<I>): Promise<O>;
  /** Only for what members read. */
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

/** The names of operations in traces, by `admit`, which the operation shares with its cached form. */
const names = new WeakMap<object, string>();
export const nameOperation = ({ admit }: { admit: object }, name: string) => names.set(admit, name);

/** `ctx` with more properties: a copy, because reading through inheritance is slower. */
export const extended = <C extends object, P extends object>(ctx: C, properties: P): C & P => ({
  ...ctx,
  ...properties,
});

/**
 * Checks in this order: session, restriction, role, subscription, input (docs/rules.md, "Sign-in order"). The operation
 * itself checks whether records exist.
 */
export function gate<A extends Access, I extends object, O, D extends Description>(
  declaration: Declaration<A, I, D>,
  run: (ctx: Admitted<A>, em: () => EntityManager, input: I) => Promise<O>,
  share?: 'users' | 'reads',
): Operation<I, O, ContextOf<A>, D> {
  const { access, Input, scope } = declaration;
  if (!isAccess(access)) throw new Error('An operation must state who may call it');
  const admit = async (ctx: Context | SystemContext) => {
    if (isSystem(ctx)) {
      if (access === 'system') return null;
      throw new Error(`The system calls an operation of access ${access}`);
    }
    const session = await callersSession(ctx);
    try {
      authorize({ access, scope }, session, ctx);
      requireRegistered(ctx, session);
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
  return Object.assign(operation, { ...declaration, admit });
}

const callersSession = (ctx: Context): Promise<CallersSession | null> =>
  sessionOf(ctx, async () => {
    const session = await findSession(ctx, {
      ...readServicesOf(ctx),
      withSlot: (read) => sharesFor(ctx).sessions.run(networkOf(ctx.ip), read, ctx),
      em: () => forkFor(ctx),
    });
    return session ?? (ctx.apiToken === undefined ? null : refuseWrongToken(ctx, ctx.apiToken));
  });

/** Throws FORBIDDEN if the token is limited to registered queries and the request is not one. */
function requireRegistered(ctx: Context, session: CallersSession | null): void {
  if (!session?.user.apiToken?.registeredOnly || ctx.isRegistered) return;
  throw new AppError('FORBIDDEN', 'This API token may only send registered queries, by their ids.');
}
