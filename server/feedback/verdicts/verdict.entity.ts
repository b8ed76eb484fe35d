import type { Opt, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Client } from '../../accounts/clients/client.entity';
import { User } from '../../accounts/users/user.entity';
import { KeyDataField } from '../../catalogue/keyData';
import { Correction, CorrectionState } from '../correction.entity';

/** What a company says of one value of a sheet: one for each company and value. */
@ObjectType({ description: 'What a company says of a value of a sheet, as the value was then.' })
@Entity({ tableName: 'verdicts' })
export class Verdict {
  @Field(() => ID, { description: 'Identifies the verdict.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => Client, { deleteRule: 'cascade' })
  client!: Rel<Client>;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the member who said it for the company.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  /** The model, which may have been deleted. */
  @Property({ type: 'integer' })
  modelId!: number;

  @Field(() => KeyDataField, { description: 'The field of the key data.' })
  @Property({ type: 'string', length: 30 })
  field!: string;

  /** It counts while the model has this value (docs/decisions/0056). */
  @Property({ type: 'text' })
  value!: string;

  @Field(() => Boolean, { description: 'Whether the value worked; otherwise it is wrong.' })
  @Property({ type: 'boolean' })
  worked!: boolean;

  @Field(() => String, { nullable: true, description: 'The value that was found instead; null if it is not known.' })
  @Property({ type: 'text', nullable: true })
  found!: string | null;

  @Field(() => String, { description: 'The key blank that was used; empty if it was not said.' })
  @Property({ type: 'string', length: 255 })
  blank!: string;

  @Field(() => String, { description: 'The tool that was used; empty if it was not said.' })
  @Property({ type: 'string', length: 255 })
  tool!: string;

  @Field(() => String, { description: 'What else was said.' })
  @Property({ type: 'text' })
  remark!: string;

  /** The dispute that it has joined, if the value is wrong. */
  @ManyToOne(() => Correction, { nullable: true, deleteRule: 'set null' })
  correction: Rel<Correction> | null = null;

  @Field(() => GraphQLDateTime, { description: 'When it was said.' })
  @Property({ type: 'datetime' })
  saidAt!: Date;

  @Field(() => String, { description: 'The name of the company.' })
  @Property({ persist: false })
  get company(): string & Opt {
    return this.client.name;
  }

  @Field(() => CorrectionState, {
    nullable: true,
    description: 'What became of it, if it says that the value is wrong; null if the value worked.',
  })
  @Property({ persist: false })
  get state(): Opt<CorrectionState> | null {
    return this.correction?.state ?? null;
  }

  /** Gives the verdicts of one client to another one. Of two on the same value, the newer one stays. */
  static async join(em: EntityManager, { from, into }: Record<'from' | 'into', number>): Promise<void> {
    await em.execute(
      `delete from verdicts old using verdicts new
       where (old.client_id, new.client_id) in ((?, ?), (?, ?))
         and (old.model_id, old.field, old.value) = (new.model_id, new.field, new.value)
         and (old.said_at, old.id) < (new.said_at, new.id)`,
      [from, into, into, from],
    );
    await em.execute('update verdicts set client_id = ? where client_id = ?', [into, from]);
  }
}
