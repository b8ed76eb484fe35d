import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Versioned } from '../../inputs/versioned';

/** A document of the graph that programs send by its hash (docs/rules.md, "API tokens"). */
@ObjectType({ description: 'A query or mutation that programs with an API token send by its hash.' })
@Entity({ tableName: 'registered_queries' })
export class RegisteredQuery extends Versioned {
  @Field(() => ID, { description: 'Identifies the registered query.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Field(() => String, {
    description: 'SHA-256 of the document, in hex: `extensions.persistedQuery.sha256Hash` of a request.',
  })
  @Property({ type: 'string', length: 64 })
  hash!: string;

  @Field(() => String, { description: 'Its name, for administrators.' })
  @Property({ type: 'string', length: 100 })
  name!: string;

  @Field(() => String, { description: 'The document, exactly as it was registered.' })
  @Property({ type: 'text' })
  document!: string;

  @Field(() => String, { description: 'The username of the administrator who registered it.' })
  @Property({ type: 'string', length: 255 })
  createdBy!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was last used, to within ten minutes.' })
  @Property({ type: 'datetime', nullable: true })
  lastUsedAt: Date | null = null;
}
