import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('ImportTotals', { description: 'How many rows have each verdict.' })
export class ChangeTotals {
  @Field(() => Int, {
    description: 'All rows except headings and empty ones; a row with several years counts once for each.',
  })
  rows!: number;

  @Field(() => Int, { description: 'Rows that become new models.' })
  new!: number;

  @Field(() => Int, { description: 'Rows that change a model.' })
  changed!: number;

  @Field(() => Int, { description: 'Rows whose values the catalogue already has.' })
  unchanged!: number;

  @Field(() => Int, { description: 'Rows that break a rule. They are not imported.' })
  refused!: number;

  @Field(() => Int, {
    description:
      'Rows whose model is in the file twice, or fits several in the catalogue, or would equal another one. They are not imported.',
  })
  duplicates!: number;

  /** Absent in totals that an older server wrote; the resolvers of `deleted` and `stale` then say 0. */
  deleted?: number;

  stale?: number;
}

@ObjectType('ImportUndone', { description: 'What undoing an import did.' })
export class UndoTotals {
  @Field(() => Int, {
    description: 'Models that were restored to their state before the import, including deleted ones.',
  })
  restored!: number;

  @Field(() => Int, { description: 'Models that the import had created and the undo deleted.' })
  deleted!: number;

  @Field(() => Int, { description: 'Makes that the import had created and the undo deleted.' })
  makesDeleted!: number;

  @Field(() => Int, {
    description: 'Models that were not or only partly restored, because somebody has changed them since.',
  })
  left!: number;

  @Field(() => [String], {
    description: 'The first hundred of these models, each with the fields that were not restored.',
  })
  leftModels!: string[];
}
