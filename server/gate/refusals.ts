import type { CallersSession } from '../accounts/sessions/caller';
import { type Context, forkFor } from '../context';
import { LogCount } from '../logs/logCount.entity';
import { LogKind } from '../logs/logKind';
import { networkOf } from '../network';
import type { Access } from './audiences';
import { withSlot } from './slots';

/** Requests whose refusal is already logged. A field of list items would be refused once per item. */
const refused = new WeakSet<Context>();

/** Logs and counts a request that the signed-in user's role does not allow (docs/rules.md, "The log"). */
export async function noteRefusal(ctx: Context, access: Access, session: CallersSession): Promise<void> {
  if (refused.has(ctx)) return;
  refused.add(ctx);
  const { user } = session;
  const what = `Was refused an operation for ${access === 'downloader' ? 'users with the download flag' : 'administrators'},`;
  const note = { kind: LogKind.REFUSED, user, username: user.username, what, network: networkOf(ctx.ip) };
  await withSlot(ctx, session, () => forkFor(ctx).transactional((em) => LogCount.note(em, note)));
}
