import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType } from 'type-graphql';
import { invalid } from '../../../errors';
import { Nested, Optional } from '../../../inputs/fields';
import { isId } from '../../../inputs/record';
import { idsMatching, ModelFilter } from '../../models/list/modelFilter';
import { isSameModel } from '../../models/modelRow';

/** The most models in one change, and the most copies. */
export const MOST = 5_000;

const tooMany = () =>
  invalid({ selection: [`At most ${MOST.toLocaleString('en-US')} models can be changed at once.`] });

@InputType({ description: 'Models chosen in the list: by their ids, or all that match a filter.' })
export class ModelSelection {
  @Field(() => [ID], { nullable: true, description: 'Their ids; null for all that match `filter`.' })
  @Optional()
  ids?: string[] | null;

  @Field(() => ModelFilter, {
    nullable: true,
    description: 'The models to choose if `ids` is null; without a filter, all models.',
  })
  @Optional()
  @Nested()
  filter?: ModelFilter | null;
}

/** The ids of the chosen models that still exist, in ascending order. */
export async function selectedIds(em: EntityManager, { ids, filter }: ModelSelection): Promise<number[]> {
  let found: number[] | undefined;
  if (ids) {
    if (ids.length > MOST) throw tooMany();
    const rows = await em.execute<{ id: number }[]>(`select id from models where id = any(?::int[]) order by id`, [
      `{${ids.filter(isId).join(',')}}`,
    ]);
    found = rows.map(({ id }) => id);
  } else {
    found = filter ? await idsMatching(em, filter) : undefined;
    found ??= (await em.execute<{ id: number }[]>('select id from models order by id limit ?', [MOST + 1])).map(
      ({ id }) => id,
    );
  }
  if (found.length === 0) throw invalid({ selection: ['None of these models exists any longer.'] });
  if (found.length > MOST) throw tooMany();
  return found;
}

/** These models and the other keys of their bikes, in ascending order. */
export async function withAllKeys(em: EntityManager, ids: number[]): Promise<number[]> {
  const found = await em.execute<{ id: number }[]>(
    `select distinct m.id from models own join models m on ${isSameModel('own')} where own.id = any(?::int[]) order by m.id`,
    [`{${ids.join(',')}}`],
  );
  return found.map(({ id }) => id);
}
