import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { AppError } from '../../errors';

/** Later than that, our client asks the user before it repeats a write (`repeatRefusal` in client/offline). */
const KEPT_DAYS = 3;

interface Sent {
  user: Pick<Caller, 'id'>;
  /** The name of the operation. */
  write: string;
  sentId: string | null | undefined;
}

/**
 * Does a write once, however often it is sent (docs/rules.md, "Sent once"): `first` the first time that `user` sends `sentId`; after
 * that `again`, with the id of the record that `first` returned. Without a `sentId` it always does `first`. Of requests at the same
 * time, all but one wait for that one. Throws CONFLICT if the id was sent with another write, whose record is none of this one's.
 * Call it inside the command's transaction, before anything is locked: all writes then lock in the same order.
 */
export async function once<T extends { id: number | string }>(
  em: EntityManager,
  { user, write, sentId }: Sent,
  first: () => Promise<T>,
  again: (id: string) => Promise<T>,
): Promise<T> {
  if (sentId == null) return first();
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
    const [done, id] = before?.record.split(' ') ?? [];
    if (done !== write || id === undefined)
      throw new AppError('CONFLICT', 'This id was sent with another write: please send this one with a new id.');
    return again(id);
  }
  const done = await first();
  await em.execute('update arrivals set record = ? where user_id = ? and sent_id = ?::uuid', [
    `${write} ${done.id}`,
    user.id,
    sentId,
  ]);
  await em.execute(`delete from arrivals where user_id = ? and arrived_at < now() - interval '${KEPT_DAYS} days'`, [
    user.id,
  ]);
  return done;
}
