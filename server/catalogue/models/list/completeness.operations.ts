import { Field, ID, Int, ObjectType } from 'type-graphql';
import { described, NoInput } from '../../../gate/operation';
import { conditionOf } from './modelMarks';

@ObjectType({ description: 'How complete the models of a make are.' })
export class MakeCompleteness {
  @Field(() => ID, { description: 'Identifies the make.' })
  makeId!: number;

  @Field(() => String, { description: 'Its display name.' })
  name!: string;

  @Field(() => Int, { description: 'How many models it has.' })
  models!: number;

  @Field(() => Int, { description: 'Models without any key blank.' })
  blank!: number;

  @Field(() => Int, { description: 'Models without a code series.' })
  series!: number;

  @Field(() => Int, { description: 'Models without any spacing.' })
  spacing!: number;

  @Field(() => Int, { description: 'Models without any depth.' })
  depth!: number;

  @Field(() => Int, { description: 'Models without a picture.' })
  picture!: number;
}

/** The columns of the report, with the marks that each counts. */
const MARKS = { blank: 'blank', series: 'code_series', spacing: 'spacing', depth: 'depth' };
const COUNTS = Object.entries(MARKS).map(
  ([name, mark]) => `(count(*) filter (where ${conditionOf(mark)}))::int as ${name}`,
);

/** One pass over the models: no index would be faster for all five counts together. */
const COMPLETENESS = `select k.id as "makeId", k.display_name as name, c.models, c.blank, c.series, c.spacing, c.depth, c.picture
  from (
    select m.make_id, count(*)::int as models, ${COUNTS.join(', ')},
      (count(*) filter (where p.model_id is null))::int as picture
    from models m left join (select distinct model_id from model_images) p on p.model_id = m.id
    group by m.make_id
  ) c join makes k on k.id = c.make_id
  order by k.display_name, k.id`;

export const completeness = described(
  'How complete the models are, by make; makes without models are omitted.',
  'CATALOGUE',
).query('admin', NoInput, ({ em }) => em.execute<MakeCompleteness[]>(COMPLETENESS));
