import type { Ref } from '@mikro-orm/core';
import { Entity, ManyToOne } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { StagedChange } from '../changes/stagedChange.entity';
import { RecordChange } from '../recordChange';
import { KeySystem } from './keySystem.entity';

/** One change of a key system. Deleted with it. */
@ObjectType({ description: 'An entry of a key system’s history: who changed what, and when.' })
@Entity({ tableName: 'key_system_changes' })
export class KeySystemChange extends RecordChange {
  @ManyToOne(() => KeySystem, { ref: true, deleteRule: 'cascade' })
  keySystem!: Ref<KeySystem>;

  /** The change of many models that made or undid it, if one did. */
  @ManyToOne(() => StagedChange, { ref: true, nullable: true, deleteRule: 'set null' })
  import: Ref<StagedChange> | null = null;
}
