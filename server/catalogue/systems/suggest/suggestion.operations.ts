import { Field, ID, Int, ObjectType } from 'type-graphql';
import { described } from '../../../gate/operation';
import { PageInput, PageOf } from '../../../inputs/list';
import { DEPTH, DEPTH_NAMES, depthOf, SPACING, SYSTEM_TEXTS, type SystemTextName } from '../../keyData';
import { DepthRow } from '../keySystem.entity';
import { type Difference, differencesOf, type MeasuresByColumn, SYSTEM_COLUMNS } from './equalMeasures';

/** The most groups that are read; further ones have the fewest models. */
const MOST = 5_000;
/** The most values in which a group or a system that is shown beside another may differ. */
const FEW = 2;
/** The most that are shown beside a group. */
const MOST_NEAR = 5;

@ObjectType({ description: 'A value in which models differ from others.' })
class MeasureDifference implements Difference {
  @Field(() => String, { description: 'The label of the value, e.g. `Depth 3 1X`.' })
  label!: string;

  @Field(() => String, { description: 'The value of the suggested system.' })
  value!: string;

  @Field(() => String, { description: 'The value of the others.' })
  other!: string;
}

@ObjectType({ description: 'Models, or a key system, equal to a suggested system but for a value or two.' })
class NearMeasures {
  @Field(() => ID, { nullable: true, description: 'The key system; null for models without one.' })
  keySystemId!: number | null;

  @Field(() => String, { description: 'The name of the key system, or of the first of the models.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'The first of the models; null for a key system without any.' })
  modelId!: number | null;

  @Field(() => Int, { description: 'How many models they are.' })
  modelsCount!: number;

  @Field(() => [MeasureDifference], { description: 'The values in which they differ.' })
  differences!: MeasureDifference[];
}

/** The loop below declares its texts: they are those of a key system. */
@ObjectType({ description: 'Models with equal measures and no key system, of which one can be made.' })
export class SuggestedKeySystem {
  @Field(() => ID, { description: 'One of the models; makeKeySystem takes it.' })
  modelId!: number;

  @Field(() => Int, { description: 'How many models they are.' })
  modelsCount!: number;

  @Field(() => [String], { description: 'The first of their makes and names.' })
  models!: string[];

  @Field(() => [String], { description: SPACING.description })
  spacing!: string[];

  @Field(() => [DepthRow], { description: DEPTH.description })
  depth!: DepthRow[];

  @Field(() => [NearMeasures], { description: 'What is equal but for a value or two, the largest first.' })
  near!: NearMeasures[];
}
for (const { name, description } of SYSTEM_TEXTS)
  Field(() => String, { description })(SuggestedKeySystem.prototype, name);

/** Its values, from the columns. */
const valuesOf = (measures: MeasuresByColumn) => {
  const list = (column: string) => measures[column] as string[];
  return {
    ...(Object.fromEntries(SYSTEM_TEXTS.map(({ name, column }) => [name, measures[column]])) as Record<
      SystemTextName,
      string
    >),
    spacing: list(SPACING.column),
    depth: depthOf({ depthNames: list(DEPTH_NAMES.column), depthValues: list(DEPTH.column) }),
  };
};

@ObjectType({ description: 'Some of the suggested key systems, the largest first, and how many there are.' })
export class SuggestedKeySystemPage extends PageOf(SuggestedKeySystem, 'suggested systems') {}

/** A group of models, or a key system with its models. */
interface Group {
  keySystemId: number | null;
  name: string;
  modelId: number | null;
  modelsCount: number;
  models: string[];
  measures: MeasuresByColumn;
}

const MEASURES = (alias: string) =>
  `json_build_object(${SYSTEM_COLUMNS.map((column) => `'${column}', ${alias}.${column}`).join(', ')})`;

/** Models without a system by their measures, and all systems. Models without spacing or depths are of no system. */
const GROUPS = `
    (select null::int as "keySystemId", max(k.display_name || ' ' || m.name) as name, min(m.id) as "modelId",
      count(*)::int as "modelsCount", (array_agg(distinct k.display_name || ' ' || m.name))[1:5] as models,
      (array_agg(${MEASURES('m')}))[1] as measures
    from models m join makes k on k.id = m.make_id
    where m.key_system_id is null and '' <> any (m.${SPACING.column}) and '' <> any (m.${DEPTH.column})
    group by ${SYSTEM_COLUMNS.map((column) => `m.${column}`).join(', ')}
    order by count(*) desc, min(m.id) limit ${MOST})
    union all
    (select s.id, s.name, (select min(id) from models where key_system_id = s.id),
      (select count(*)::int from models where key_system_id = s.id), '{}', ${MEASURES('s')}
    from key_systems s order by s.id limit ${MOST})`;

/** See docs/rules.md, "Suggested systems". */
export const suggestedKeySystems = described(
  'Models with equal measures that have no key system, the largest group first, and what differs from them by a value or two.',
  'CATALOGUE',
).query('admin', PageInput, async ({ em }, { page, limit }) => {
  // Reads all models: too long for the connections of short statements.
  const groups = await em.execute<Group[]>(GROUPS);
  const suggested = groups.filter(({ keySystemId, modelsCount }) => keySystemId === null && modelsCount > 1);
  const items = suggested.slice((page - 1) * limit, page * limit).map((group): SuggestedKeySystem => {
    const near = groups
      .flatMap((other): NearMeasures[] => {
        const differences = other === group ? null : differencesOf(group.measures, other.measures, FEW);
        return differences ? [{ ...other, differences }] : [];
      })
      .sort((one, other) => other.modelsCount - one.modelsCount)
      .slice(0, MOST_NEAR);
    const { modelId, modelsCount, models, measures } = group;
    return { ...valuesOf(measures), modelId: modelId ?? 0, modelsCount, models, near };
  });
  return { items, total: suggested.length };
});
