import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A write that its sender named by a UUID, so that it is done once however often it is sent. */
@Entity({ tableName: 'arrivals' })
export class Arrival {
  @PrimaryKey({ type: 'integer' })
  userId!: number;

  @PrimaryKey({ type: 'uuid' })
  sentId!: string;

  /** The name of the write and the id of the record that it made or changed; null until its transaction ends. */
  @Property({ type: 'string', length: 40, nullable: true })
  record!: string | null;

  @Property({ type: 'datetime' })
  arrivedAt!: Date;
}
