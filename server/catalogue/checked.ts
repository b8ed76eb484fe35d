import type { Opt } from '@mikro-orm/core';
import { Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { startOfDay, todayInUtc } from '../days';
import { Flag, Optional, Rule, TextField, wrongDay } from '../inputs/fields';
import { Versioned } from '../inputs/versioned';

/** A record of which an administrator may say that its values were checked (docs/rules.md, "Source and checks"). */
@ObjectType()
export class Checked extends Versioned {
  @Field(() => String, { description: 'Where its values come from, e.g. a book with the page.' })
  @Property({ type: 'string', length: 255 })
  source: string & Opt = '';

  /** Exposed by the resolvers. */
  @Property({ type: 'string', length: 255 })
  checkedBy: string & Opt = '';

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When its values were checked; null if they were not.' })
  @Property({ type: 'datetime', nullable: true })
  checkedAt: Date | null = null;
}

/** What the graph says of `checkedBy`. */
export const CHECKED_BY =
  'Who has checked its values; empty if nobody has. Administrators get the username, members what is before its @, visitors nothing.';

export const SOURCE = { name: 'source', label: 'Source' } as const;
export type Check = Pick<Checked, 'checkedBy' | 'checkedAt'>;

export const UNCHECKED: Check = { checkedBy: '', checkedAt: null };

/** A check of the values as they are now. */
export const checkNow = (username: string): Check => ({ checkedBy: username, checkedAt: new Date() });

/**
 * The check that a list states of a record whose check is `was`; null if it states none, or the same. Without a time, it was
 * made today.
 */
export function statedCheck(was: Check, by: string | undefined, at: string | undefined): Check | null {
  if (by === undefined) return null;
  const time = at ? new Date(at) : was.checkedBy === by ? was.checkedAt : startOfDay(todayInUtc());
  const check = by === '' ? UNCHECKED : { checkedBy: by, checkedAt: time };
  return CHECK.stored(check) === CHECK.stored(was) ? null : check;
}

/** The check in histories and imports: one field, although it has two parts. */
export const CHECK = {
  name: 'checkedBy',
  label: 'Checked by',
  shown: ({ checkedBy, checkedAt }: Check) => (checkedAt ? `${checkedBy}, ${dayOf(checkedAt)}` : ''),
  stored: ({ checkedBy, checkedAt }: Check) => (checkedAt ? `${checkedAt.toISOString()} ${checkedBy}` : ''),
  read(stored: string): Check {
    const [at, ...by] = stored.split(' ');
    return at ? { checkedBy: by.join(' '), checkedAt: new Date(at) } : UNCHECKED;
  },
};

/** In SQL: the parts of a stored check. */
export const storedCheck = (stored: string) => ({
  checked_by: `substr(${stored}, strpos(${stored}, ' ') + 1)`,
  checked_at: `nullif(split_part(${stored}, ' ', 1), '')::timestamptz`,
});

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** A username for those who are no administrators: usernames are addresses. */
export const nameOf = (username: string): string => username.split('@', 1)[0] ?? '';

/** The part of a filter that is about source and check. */
@InputType({ description: 'Conditions about source and check; all must hold.' })
export class CheckedFilter {
  @Field(() => Boolean, { nullable: true, description: 'Only those that somebody has checked, or that nobody has.' })
  @Optional()
  @Flag('checked')
  checked?: boolean | null;

  @Field(() => GraphQLLocalDate, {
    nullable: true,
    description: 'Only those that were checked, and last before this day (UTC).',
  })
  @Optional()
  @Rule((value) => wrongDay(value, 'checked before'))
  checkedBefore?: string | null;

  @TextField({ label: 'source', description: 'A part of the source.' })
  source?: string | null;
}
