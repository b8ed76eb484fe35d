import type { Opt, Ref, Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { raw } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import { REPEATED_DISPUTES } from '../catalogue/disputes';
import { KeyDataField } from '../catalogue/keyData';
import { Model } from '../catalogue/models/model.entity';
import { describeEnum } from '../inputs/describeEnum';

export enum CorrectionState {
  OPEN = 'open',
  APPLIED = 'applied',
  DECLINED = 'declined',
}
describeEnum(CorrectionState, 'CorrectionState', 'Whether a correction waits, or what became of it.', {
  OPEN: 'It waits for a decision.',
  APPLIED: 'The proposed values were written, or an administrator had already changed the model by hand.',
  DECLINED: 'It has been declined; `reason` says why.',
});

/** A proposed value, as stored. */
export interface StoredProposal {
  /** The name of a key data text. */
  field: string;
  /** The value in the model when the correction was sent. */
  reported: string;
  /** Null if the sender knew only that the value is wrong. */
  proposed: string | null;
  /** Whether it was applied. */
  applied: boolean;
}

/** A report of errors in the key data of a make, model and year. */
@ObjectType({ description: 'A report that the key data of a make, model and year is wrong.' })
@Entity({ tableName: 'corrections' })
export class Correction {
  @Field(() => ID, { description: 'Identifies the correction.' })
  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the user is deleted; `username` still names them. */
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  user!: Rel<User> | null;

  @Field(() => String, { description: 'The username of the sender; kept when the user is deleted.' })
  @Property({ type: 'string', length: 255 })
  username!: string;

  @Field(() => String, { description: 'The email address for the answer.' })
  @Property({ type: 'string', length: 255 })
  email!: string;

  /** Not its id (docs/rules.md, "Corrections and feedback"): it stays as it was when it was sent. */
  @Field(() => String, { description: 'The make’s display name, as it was sent.' })
  @Property({ type: 'string', length: 255 })
  make!: string;

  @Field(() => String, { description: 'The model’s name, as it was sent.' })
  @Property({ type: 'string', length: 255 })
  model!: string;

  @Field(() => Int, { description: 'The model year, as it was sent.' })
  @Property({ type: 'integer' })
  year!: number;

  @Field(() => String, { description: 'What is wrong, in the sender’s words.' })
  @Property({ type: 'text' })
  comment!: string;

  /** The model; null if none or several matched, or it is deleted. Exposed by the resolver. */
  @ManyToOne(() => Model, { ref: true, nullable: true, deleteRule: 'set null' })
  target: Ref<Model> | null = null;

  /** Exposed by the resolver, with the present values. */
  @Property({ type: 'json' })
  proposals: StoredProposal[] & Opt = [];

  /** Its only proposal is about this field. Who says so is in the verdicts that have joined it (verdicts/dispute.ts). */
  @Field(() => KeyDataField, {
    nullable: true,
    description: 'The field whose value companies say is wrong; null for a correction that somebody sent.',
  })
  @Property({ type: 'string', length: 30, nullable: true })
  disputed: string | null = null;

  @Field(() => CorrectionState, { description: 'Whether it is open, applied or declined.' })
  @Property({ type: 'string', length: 20 })
  state: CorrectionState & Opt = CorrectionState.OPEN;

  @Field(() => String, { description: 'Why it was declined; else empty.' })
  @Property({ type: 'text' })
  reason: string & Opt = '';

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was applied or declined.' })
  @Property({ type: 'datetime', nullable: true })
  decidedAt: Date | null = null;

  @Field(() => GraphQLDateTime, { description: 'When it was sent.' })
  @Property({ type: 'datetime', onCreate: () => new Date() })
  createdAt!: Date & Opt;
}

/** The condition that leaves of the open disputes about a sheet only the oldest. A raw fragment can be used once. */
export const notRepeated = () => ({ [raw((alias) => `${alias}.id in (${REPEATED_DISPUTES})`)]: false });
