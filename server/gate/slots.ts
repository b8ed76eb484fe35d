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
  if (session) return ofUsers.run(shareOf(session), task, ctx);
  return visitors.run(networkOf(ctx.ip), task, ctx);
}

/** By user: ten sign-ins or API tokens must not give ten shares. */
const shareOf = ({ user }: CallersSession) => String(user.id);

/** Runs a step that needs a connection. All visitors together get only part of the pool, and so do all users. */
export function databaseStep<T>(
  ctx: SystemContext | (Context & { session: CallersSession | null }),
  step: () => Promise<T>,
): Promise<T> {
  if (isSystem(ctx)) return step();
  const { userSteps, visitorSteps } = sharesFor(ctx);
  // Background work of users continues after they have disconnected.
  return ctx.session ? userSteps.run(shareOf(ctx.session), step) : visitorSteps.run(networkOf(ctx.ip), step, ctx);
}
