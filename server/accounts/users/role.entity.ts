import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';

/** What a user may do. The two roles and their ids are fixed (contract section 6). */
@ObjectType({ description: 'What a user may do.' })
@Entity({ tableName: 'roles' })
export class Role {
  static readonly ADMIN = 1;
  static readonly USER = 4;

  @Field(() => ID, { description: '1 is the administrator, 4 the locksmith.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: 'ROLE_ADMIN or ROLE_USER.' })
  @Property({ type: 'string', length: 255 })
  authority!: string;
}
