import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '../accounts/users/user.entity';
import { type Actor, LogEntry } from './logEntry.entity';
import { LogKind } from './logKind';

/** The most separate counts for visitors. Further events are added to a shared count. */
const MOST_APART = 200;
/** The most separate counts for one kind and one network, so that one attacker cannot use up MOST_APART. */
const MOST_FROM_ONE = 20;

/** An event that can be repeated without limit, such as a wrong password. */
interface Event {
  kind: LogKind;
  /** Absent for a visitor. */
  user?: Pick<User, 'id'> & Pick<Actor, 'apiToken'>;
  /** The user's username, or the text that a visitor typed. */
  username: string;
  /** A fixed text, e.g. `Failed to sign in`. */
  what: string;
  /** As `networkOf` returns it. */
  network: string;
}

/**
 * The number of equal events within 15 minutes (docs/rules.md, "The log"). The first event is logged at once; the
 * others are logged as one line after the 15 minutes. Many requests thus add few lines, and lines are never updated.
 */
@Entity({ tableName: 'log_counts' })
export class LogCount {
  @PrimaryKey({ type: 'string', length: 600 })
  key!: string;

  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Property({ type: 'string', length: 255 })
  username!: string;

  @Property({ type: 'string', length: 100, nullable: true })
  token!: string | null;

  @Property({ type: 'string', length: 40, default: LogKind.OTHER })
  kind!: LogKind;

  @Property({ type: 'string', length: 255 })
  details!: string;

  @Property({ type: 'integer' })
  count!: number;

  @Property({ type: 'datetime' })
  startedAt!: Date;

  @Property({ type: 'datetime' })
  lastAt!: Date;

  /** Counts the event, and logs it if it is the first. Takes the same time whether or not the user exists. */
  static async note(em: EntityManager, { user, kind, username, what, network }: Event): Promise<void> {
    const own = { details: `${what} from ${network}`, username: username.slice(0, 255) };
    const others = { details: `${what} from many addresses or under many names`, username: '(many)' };
    const keyOf = ({ details, username }: typeof own) => `${details}: ${username.toLowerCase()}`;
    const [counted] = await em.execute<{ count: number; apart: boolean }[]>(
      `with room as (
         select ? or exists (select from log_counts where key = ?)
           or (select count(*) < ? and count(*) filter (where details = ?) < ? from log_counts where user_id is null)
           as apart
       )
       insert into log_counts as c (key, user_id, username, token, kind, details, count)
       select case when apart then ? else ? end, case when apart then ?::int end,
         case when apart then ? else ? end, ?, ?, case when apart then ? else ? end, 1
       from room
       on conflict (key) do update set count = c.count + 1, last_at = now()
       returning count, key = ? as apart`,
      [
        user !== undefined,
        keyOf(own),
        MOST_APART,
        own.details,
        MOST_FROM_ONE,
        keyOf(own),
        keyOf(others),
        user?.id ?? null,
        own.username,
        others.username,
        user?.apiToken?.name ?? null,
        kind,
        own.details,
        others.details,
        keyOf(own),
      ],
    );
    if (counted?.count !== 1) return;
    const { username: name, details: text } = counted.apart ? own : others;
    LogEntry.write(em, { ...user, id: counted.apart ? (user?.id ?? null) : null, username: name }, kind, { text });
  }
}
