import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { command, described, NoInput } from '../../gate/operation';
import { OneOf } from '../../inputs/fields';
import { eachOf, type Page, PageInput, PageOf, SortDirection } from '../../inputs/list';
import { jsonRows } from '../../outside/postgres/jsonRows';
import type { Statement } from '../../outside/postgres/reads';
import type { ModelRow } from '../models/modelRow';
import { MODEL_JSON, modelAsJson } from '../models/readModels';
import { GRAMMAR } from '../series/codeSeries';
import { readingsOf, replaceReadings } from '../series/seriesReadings';

@ObjectType({ description: 'A code series that Jump cannot read: it finds no key code in it.' })
export class UnreadSeries {
  @Field(() => ID, { description: 'Identifies the row; it changes with every change of the models.' })
  id!: number;

  @Field(() => String, { description: 'The text of the code series.' })
  value!: string;

  @Field(() => String, { description: 'Why it cannot be read.' })
  reason!: string;

  /** Exposed by the resolver. */
  model!: ModelRow;
}

enum UnreadSeriesSort {
  VALUE = 'value',
  MAKE = 'make',
}
registerEnumType(UnreadSeriesSort, {
  name: 'UnreadSeriesSort',
  description: 'What code series are sorted by.',
  valuesConfig: {
    VALUE: { description: 'Their texts.' },
    MAKE: { description: 'Make and name of the model.' },
  },
});

@ArgsType()
export class UnreadSeriesInput extends PageInput {
  @Field(() => UnreadSeriesSort, { description: 'What they are sorted by.' })
  @OneOf(UnreadSeriesSort, 'Series are sorted by value or make.')
  sortBy: UnreadSeriesSort = UnreadSeriesSort.MAKE;
}

@ObjectType({ description: 'Some of the code series that cannot be read, and how many there are.' })
export class UnreadSeriesPage extends PageOf(UnreadSeries, 'code series') {}

/** What has no series because it cannot be read, not because nobody has read it yet. */
const UNREAD = `(select * from jump_series where first is null) s
  join (select value, reason from jump_readings where reason is not null) r using (value)`;

const ORDERS = { value: ['value', 's.id'], make: ['k.display_name', 'n.name', 's.id'] };

const page = (sortBy: UnreadSeriesSort, dir: SortDirection): Statement => ({
  name: `unread series by ${sortBy} ${dir}`,
  text: `select json_build_object(
      'total', (select count(*) from ${UNREAD}),
      'items', array(
        select json_build_object('id', s.id, 'value', s.value, 'reason', r.reason,
          'model', ${modelAsJson('free', 's.model_ids[1]')})
        from ${UNREAD} join jump_names n on n.id = s.name_id join makes k on k.id = n.make_id
        order by ${ORDERS[sortBy].map((column) => `${column} ${dir}`).join(', ')} limit $1 offset $2
      ))`,
});
const PAGES = eachOf(UnreadSeriesSort, (sortBy) => eachOf(SortDirection, (dir) => page(sortBy, dir)));

export const unreadSeries = described('A page of the code series that Jump cannot read.', 'CATALOGUE').read(
  'admin',
  UnreadSeriesInput,
  async ({ read }, { page, limit, sortBy, dir }) => {
    const found = await read<Page<UnreadSeries>>(PAGES[sortBy][dir], [limit, (page - 1) * limit]);
    const items = found?.items.map(({ model, ...rest }) => ({ ...rest, model: MODEL_JSON.free.read(model) })) ?? [];
    return { items, total: found?.total ?? 0 };
  },
);

/** How many texts are read at once. */
const BATCH = 500;

/**
 * Reads code series that no grammar, or an older one, has read: their writers did not know this one, such as servers of
 * another release. Returns whether there may be more.
 */
export const readNewSeries = command('system', NoInput, async ({ em }) => {
  const isNew = `(grammar is null or grammar < ${GRAMMAR})`;
  const found = await em.execute<{ value: string }[]>(
    `select distinct value from jump_series where ${isNew} limit ${BATCH}`,
  );
  if (found.length === 0) return false;
  const readings = readingsOf(found.map(({ value }) => value));
  await em.execute(replaceReadings('?'), [jsonRows(readings)]);
  await em.execute(
    `with found as (
       select distinct name_id from jump_series join jsonb_to_recordset(?) as r (value text) using (value) where ${isNew}
     ), named as (
       select make_id, name from found join jump_names on id = name_id
     ), gone as (
       delete from jump_series where name_id in (select name_id from found except select id from jump_names)
     )
     select refresh_jump(array_agg(make_id), array_agg(name)) from named`,
    [jsonRows(readings.map(({ value }) => ({ value })))],
  );
  return found.length === BATCH;
});
