import type { EntityManager } from '@mikro-orm/postgresql';
import type { CallersSession } from '../../accounts/sessions/caller';
import type { Context, SystemContext } from '../../context';
import type { Access } from '../audiences';
import { throttle } from './throttle';

/** How much one operation may write in an hour, within the limit on all writes (docs/rules.md, "Limits on writes"). */
export interface WriteLimit<I> {
  /** What is counted, e.g. `verdicts of`: by user, by session, or by network. */
  what: string;
  most: number;
  /** How much a call counts, by default 1. */
  counts?: (input: I) => number;
}

const OF_USERS = 'writes sent by';
/** By session: whoever has stolen another one cannot keep the user from ending it. */
const OF_SESSIONS = 'writes in session';
const MOST_WRITES = 1_000;

/** What counts the calls of all operations together. Those of visitors have only limits of their own. */
const TOGETHER: Partial<Record<Access, string>> = {
  session: OF_SESSIONS,
  own: OF_SESSIONS,
  payer: OF_SESSIONS,
  member: OF_USERS,
  personal: OF_USERS,
  company: OF_USERS,
};

type Writing = Context & { session: CallersSession | null };

/**
 * Counts a call of an operation against the limit of all writes and against its own; throws 429 beyond one. Undefined if nothing
 * limits the operation, or if `own` is null.
 */
export function writeCounter<I extends object>(access: Access, own?: WriteLimit<I> | null) {
  const together = TOGETHER[access];
  if (own === null || !(together || own)) return undefined;
  return (em: EntityManager, ctx: SystemContext | Writing, input: I): Promise<void> => {
    const { session, ip } = ctx as Writing;
    const by = together === OF_SESSIONS ? session?.id : session?.user.id;
    const limited = (what: string) => ({
      ...(together ? { key: `${what} ${by}` } : { key: what, from: ip }),
      minutes: 60,
    });
    return throttle(em, [
      ...(together ? [{ ...limited(together), most: MOST_WRITES }] : []),
      ...(own ? [{ ...limited(own.what), most: own.most, counts: own.counts?.(input) ?? 1 }] : []),
    ]);
  };
}
