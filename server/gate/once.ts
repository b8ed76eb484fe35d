import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../context';
import { throttle } from './throttle';

/** Clients give up writes that they could not send for seven days (docs/rules.md, "Offline"). */
const KEPT_DAYS = 30;
/** Writes with an id that a user may send in an hour: each leaves a row behind. */
const MOST_AN_HOUR = 1_000;

/**
 * Does a write once, however often it is sent (docs/rules.md, "Sent once"): `first` the first time that `user` sends `sentId`; after
 * that `again`, with the id of the record that `first` returned. Without a `sentId` it always does `first`. Of requests at the same
 * time, all but one wait for that one. Call it inside the command's transaction.
 */
export async function once<T extends { id: number | string }>(
  em: EntityManager,
  { user, sentId }: { user: Pick<Caller, 'id'>; sentId: string | null | undefined },
  first: () => Promise<T>,
  again: (id: string) => Promise<T>,
): Promise<T> {
  if (sentId == null) return first();
  await throttle(em, [{ key: `writes sent by ${user.id}`, most: MOST_AN_HOUR, minutes: 60 }]);
  const [arrived] = await em.execute<object[]>(
    `insert into arrivals (user_id, sent_id, arrived_at) values (?, ?::uuid, now())
     on conflict (user_id, sent_id) do nothing returning 1`,
    [user.id, sentId],
  );
  if (!arrived) {
    const [before] = await em.execute<{ record: string }[]>(
      'select record from arrivals where user_id = ? and sent_id = ?::uuid',
      [user.id, sentId],
    );
    return again(before?.record ?? '');
  }
  const done = await first();
  await em.execute('update arrivals set record = ? where user_id = ? and sent_id = ?::uuid', [
    String(done.id),
    user.id,
    sentId,
  ]);
  await em.execute(`delete from arrivals where user_id = ? and arrived_at < now() - interval '${KEPT_DAYS} days'`, [
    user.id,
  ]);
  return done;
}
