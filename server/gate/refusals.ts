import type { CallersSession } from '../accounts/sessions/caller';
import { hashOf } from '../accounts/sessions/tokens';
import { type Context, forkFor } from '../context';
import { AppError } from '../errors';
import { LogCount } from '../logs/logCount.entity';
import { LogKind } from '../logs/logKind';
import { networkOf } from '../network';
import type { Access } from './audiences';
import { withSlot } from './slots';
import { throttle, wrongTokenLimit } from './throttle/throttle';

/** Requests whose refusal is already logged. A field of list items would be refused once per item. */
const refused = new WeakSet<Context>();

/** Logs and counts a request that the role of the user or their API token does not allow (docs/rules.md, "The log"). */
export async function noteRefusal(ctx: Context, access: Access, session: CallersSession): Promise<void> {
  if (refused.has(ctx)) return;
  refused.add(ctx);
  const { user } = session;
  const what = user.apiToken
    ? `Was refused an operation with the API token “${user.apiToken.name}”`
    : `Was refused an operation for ${access === 'downloader' ? 'users with the download flag' : 'administrators'},`;
  const note = { kind: LogKind.REFUSED, user, username: user.username, what, network: networkOf(ctx.ip) };
  await withSlot(ctx, session, () => forkFor(ctx).transactional((em) => LogCount.note(em, note)));
}

/** Logs and counts a request whose API token does not work, and throws UNAUTHENTICATED. The answer does not say why it does not. */
export function refuseWrongToken(ctx: Context, secret: string): Promise<never> {
  return withSlot(ctx, null, async () => {
    await forkFor(ctx).transactional(async (em) => {
      await throttle(em, [wrongTokenLimit(ctx.ip)]);
      const [known] = await em.execute<{ id: number; username: string; name: string }[]>(
        'select u.id, u.username, t.name from api_tokens t join users u on u.id = t.user_id where t.token_hash = ?',
        [hashOf(secret)],
      );
      await LogCount.note(em, {
        kind: LogKind.SIGN_IN_FAILED,
        ...(known && { user: { id: known.id, apiToken: known } }),
        username: known?.username ?? '(API token)',
        what: known ? `Used the API token “${known.name}”, which has ended,` : 'Used a wrong API token',
        network: networkOf(ctx.ip),
      });
    });
    throw new AppError('UNAUTHENTICATED', 'This API token is wrong, or has ended.');
  });
}
