import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../accounts/user.entity';

/** What somebody says is wrong in the key data of a make, model and year. */
@Entity({ tableName: 'corrections' })
export class Correction {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` goes on naming them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Property({ type: 'string', length: 255 })
  username!: string;

  @Property({ type: 'string', length: 255 })
  email!: string;

  /** The make's display name, not its id (Spec section 3): it stays as it was when it was sent. */
  @Property({ type: 'string', length: 255 })
  make!: string;

  @Property({ type: 'string', length: 255 })
  model!: string;

  @Property({ type: 'integer' })
  year!: number;

  @Property({ type: 'text' })
  comment!: string;

  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}
