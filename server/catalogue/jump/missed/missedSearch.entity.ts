import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { wordsOf } from '../../../text';

/** A text for which Jump found nothing. Who typed it is not stored (docs/rules.md, "Jump"). */
@ObjectType({ description: 'A text for which Jump found nothing. Who typed it is not recorded.' })
@Entity({ tableName: 'missed_searches' })
export class MissedSearch {
  @Field(() => ID, { description: 'Identifies the text.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: 'Its words, in lower case.' })
  @Property({ type: 'string', length: 255 })
  text!: string;

  @Field(() => Int, { description: 'How often it was searched for.' })
  @Property({ type: 'integer' })
  count!: number;

  @Field(() => GraphQLDateTime, { description: 'When it was last searched for.' })
  @Property({ type: 'datetime' })
  lastAt!: Date;

  /** Forgets the texts that are nicknames now. */
  static forget(em: EntityManager, nicknames: readonly string[]): Promise<number> {
    return em.nativeDelete(MissedSearch, { text: { $in: nicknames.map((nickname) => wordsOf(nickname).join(' ')) } });
  }
}
