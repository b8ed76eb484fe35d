import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { described } from '../../gate/operation';
import { OneOf } from '../../inputs/fields';
import { eachOf, type Page, PageInput, PageOf, SortDirection } from '../../inputs/list';
import type { Statement } from '../../outside/postgres/reads';
import { Model } from '../models/model.entity';
import type { ModelRow } from '../models/modelRow';
import { MODEL_JSON, modelAsJson } from '../models/readModels';

@ObjectType({ description: 'A code series that Jump cannot read: it finds no key code in it.' })
export class UnreadSeries {
  @Field(() => ID, { description: 'Identifies the row; it changes with every change of the models.' })
  id!: number;

  @Field(() => String, { description: 'The text of the code series.' })
  value!: string;

  @Field(() => Model, { description: 'The newest model of this name that has it.' })
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

const ORDERS = { value: ['s.value', 's.id'], make: ['k.display_name', 'n.name', 's.id'] };

const page = (sortBy: UnreadSeriesSort, dir: SortDirection): Statement => ({
  name: `unread series by ${sortBy} ${dir}`,
  text: `select json_build_object(
      'total', (select count(*) from jump_series where first is null),
      'items', array(
        select json_build_object('id', s.id, 'value', s.value, 'model', ${modelAsJson('free', 's.model_ids[1]')})
        from jump_series s join jump_names n on n.id = s.name_id join makes k on k.id = n.make_id
        where s.first is null order by ${ORDERS[sortBy].map((column) => `${column} ${dir}`).join(', ')} limit $1 offset $2
      ))`,
});
const PAGES = eachOf(UnreadSeriesSort, (sortBy) => eachOf(SortDirection, (dir) => page(sortBy, dir)));

export const unreadSeries = described('A page of the code series that Jump cannot read.').read(
  'admin',
  UnreadSeriesInput,
  async ({ read }, { page, limit, sortBy, dir }) => {
    const found = await read<Page<UnreadSeries>>(PAGES[sortBy][dir], [limit, (page - 1) * limit]);
    const items = found?.items.map(({ model, ...rest }) => ({ ...rest, model: MODEL_JSON.free.read(model) })) ?? [];
    return { items, total: found?.total ?? 0 };
  },
);
