import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { describeEnum } from '../../inputs/describeEnum';

enum Authority {
  ROLE_ADMIN = 'ROLE_ADMIN',
  ROLE_USER = 'ROLE_USER',
}
describeEnum(Authority, 'Authority', 'What a role allows.', {
  ROLE_ADMIN: 'An administrator: may do everything.',
  ROLE_USER: 'A locksmith: may look up the catalogue and send corrections and feedback.',
});

/** What a user may do. The two roles and their ids are fixed (docs/rules.md, "Roles and access"). */
@ObjectType({ description: 'What a user may do.' })
@Entity({ tableName: 'roles' })
export class Role {
  static readonly ADMIN = 1;
  static readonly USER = 4;

  @Field(() => ID, { description: '1 is the administrator, 4 the locksmith.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => Authority, { description: 'What it allows.' })
  @Property({ type: 'string', length: 255 })
  authority!: Authority;
}
