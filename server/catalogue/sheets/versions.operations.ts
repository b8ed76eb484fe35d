import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { described } from '../../gate/operation';
import { Rule } from '../../inputs/fields';
import { isId } from '../../inputs/record';
import { listOf } from '../../outside/postgres/jsonRows';
import type { Statement } from '../../outside/postgres/reads';
import { isSameModel } from '../models/modelRow';

/** More than a device keeps (docs/rules.md, "Offline"). */
const MOST = 300;

@ArgsType()
export class SheetVersionsInput {
  @Field(() => [ID], { description: `The ids of models, ${MOST} at most.` })
  @Rule((ids) =>
    Array.isArray(ids) && ids.length <= MOST ? null : `At most ${MOST} sheets can be compared at a time.`,
  )
  ids!: readonly string[];
}

@ObjectType({ description: 'What tells whether a sheet that a device keeps is still the current one.' })
export class SheetVersion {
  @Field(() => ID, { description: 'The id of the model.' })
  id!: number;

  @Field(() => Int, { description: 'Rises with each change of the model, its pictures included.' })
  version!: number;

  @Field(() => [ID], {
    description: 'The ids of the keys of its bike, oldest first: its own, and those of the others.',
  })
  keys!: number[];
}

const VERSIONS: Statement = {
  name: 'versions of sheets',
  text: listOf(`select own.id, own.version, array(
      select m.id from models m where ${isSameModel('own')} order by m.id
    ) as keys from models own where own.id = any($1::int[]) order by own.id`),
};

export const sheetVersions = described(
  'The versions of these sheets, to read again only those that have changed. Models that are gone are left out. Opens no sheet.',
  'LOOKUP',
).read(
  'member',
  SheetVersionsInput,
  async ({ read }, { ids }) => (await read<SheetVersion[]>(VERSIONS, [ids.filter(isId).map(Number)])) ?? [],
);
