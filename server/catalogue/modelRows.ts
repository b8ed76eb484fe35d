import { Collection, type Ref, ref } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Make } from './make.entity';
import { Model } from './model.entity';

/** Every make, as the relation of models. */
export async function makeRefs(em: EntityManager): Promise<Map<number, Ref<Make>>> {
  return new Map((await em.find(Make, {})).map((make) => [make.id, ref(make)]));
}

/** The columns of `models m` that `asModel` reads. */
export const modelColumns = (em: EntityManager): string =>
  Object.values(em.getMetadata(Model).properties)
    .filter(({ kind, persist }) => kind === 'scalar' && persist !== false)
    .map(({ name, fieldNames }) => `m.${fieldNames[0]} as "${name}"`)
    .concat('m.make_id as "makeId"')
    .join(', ');

/** A row of `modelColumns`. */
export interface ModelRow {
  makeId: number;
  createdAt: string;
}

let noImages: Collection<never> | undefined;

/**
 * A model to be read, not changed, without its images: where there are thousands, a quarter of what the ORM's own find
 * takes.
 */
export function asModel({ makeId, createdAt, ...row }: ModelRow, makes: Map<number, Ref<Make>>): Model {
  noImages ??= new Collection<never>(new Model(), undefined, false);
  const rest = { make: makes.get(makeId), createdAt: new Date(createdAt), images: noImages };
  return Object.assign(Object.create(Model.prototype), row, rest);
}
