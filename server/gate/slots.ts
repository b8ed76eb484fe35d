import type { CallersSession } from '../accounts/sessions/caller';
import { type Context, isSystem, type SystemContext, sharesFor } from '../context';
import { networkOf } from '../network';

/** Marks the context of an operation that has a slot, so that nested operations do not take a second one. */
const hasSlot = Symbol('hasSlot');
export const inSlot = { [hasSlot]: true };

/** Runs `task` when it is this caller's turn (docs/rules.md, "Fair share"). Holds no connection while waiting. */
export function withSlot<T>(
  ctx: Context,
  session: CallersSession | null,
  task: () => Promise<T>,
  share: 'users' | 'reads' = 'users',
): Promise<T> {
  if (hasSlot in ctx) return task();
  const { [share]: ofUsers, visitors } = sharesFor(ctx);
  // By user, not by session: ten sign-ins must not give ten shares. Tokens, which only administrators create, have one each.
  if (session) return ofUsers.run(session.user.apiToken ? session.id : String(session.user.id), task, ctx);
  return visitors.run(networkOf(ctx.ip), task, ctx);
}

/** Runs a step that needs a connection. All visitors together get only part of the pool. */
export function databaseStep<T>(
  ctx: SystemContext | (Context & { session: CallersSession | null }),
  step: () => Promise<T>,
): Promise<T> {
  return isSystem(ctx) || ctx.session ? step() : sharesFor(ctx).visitorSteps.run(networkOf(ctx.ip), step, ctx);
}
