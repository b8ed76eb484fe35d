import { wrap } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { Context } from '../context';
import { NoInput, scoped } from './operation';

const loaders = new WeakMap<Context, Map<string, DataLoader<unknown, unknown>>>();

/** Loads the values of keys that one request asks for at the same time with a single `load`, for field resolvers. */
export function loadTogether<K, V>(
  ctx: Context,
  name: string,
  key: K,
  load: (keys: readonly K[]) => Promise<V[]>,
): Promise<V> {
  const ofRequest = loaders.get(ctx) ?? new Map<string, DataLoader<unknown, unknown>>();
  loaders.set(ctx, ofRequest);
  const loader =
    ofRequest.get(name) ?? new DataLoader(load as (keys: readonly unknown[]) => Promise<V[]>, { cache: false });
  ofRequest.set(name, loader);
  return loader.load(key) as Promise<V>;
}

/**
 * Loads a relation of an entity that the operation has not populated, for field resolvers. It runs as a query for
 * members, because only members can read types with relations.
 */
export const loadRelation = <T extends object>(ctx: Context, entity: T, relation: keyof T & string): Promise<void> =>
  loadTogether<object, undefined>(ctx, `${entity.constructor.name}.${relation}`, entity, async (entities) => {
    const load = scoped('ANY').query('member', NoInput, async () => {
      // Uses the EntityManager that loaded the entities: another one would create duplicates of related objects.
      for (const [em, siblings] of Map.groupBy(entities, (entity) => wrap(entity, true).__em)) {
        await em?.populate(siblings, [relation] as never);
      }
    });
    await load(ctx);
    return entities.map(() => undefined);
  });
