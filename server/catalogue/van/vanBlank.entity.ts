import type { Ref, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Client } from '../../accounts/clients/client.entity';
import { User } from '../../accounts/users/user.entity';
import { Versioned } from '../../inputs/versioned';

/** The most of one blank. */
export const MOST_OF_BLANK = 9_999;

/** A blank that a company has in its van (docs/rules.md, "Blanks in the van"). */
@ObjectType({ description: 'A blank that the caller’s company has in its van, or had.' })
@Entity({ tableName: 'van_blanks' })
export class VanBlank extends Versioned {
  @Field(() => ID, { description: 'Identifies the blank.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => Client, { ref: true, deleteRule: 'cascade' })
  client!: Ref<Client>;

  @Field(() => String, { description: 'Its name, as it was typed.' })
  @Property({ type: 'string', length: 255 })
  name!: string;

  /** Names with the same key are the same blank (`blankKey`). */
  @Property({ type: 'text' })
  key!: string;

  @Field(() => Int, { description: 'How many there are, 0 to 9,999.' })
  @Property({ type: 'integer' })
  count!: number;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of who last changed it; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  /** Gives the blanks of one client to another one, and adds up the counts of blanks that both have. */
  static async join(em: EntityManager, { from, into }: Record<'from' | 'into', number>): Promise<void> {
    await em.execute(
      `update van_blanks v set count = least(v.count + f.count, ${MOST_OF_BLANK}), version = v.version + 1, updated_at = now()
       from van_blanks f where v.client_id = ? and f.client_id = ? and f.key = v.key`,
      [into, from],
    );
    await em.execute(
      `update van_blanks f set client_id = ? where client_id = ?
         and not exists (select from van_blanks v where v.client_id = ? and v.key = f.key)`,
      [into, from, into],
    );
  }
}
