import type { RequiredEntityData } from '@mikro-orm/core';
import { Client } from '../../server/accounts/clients/client.entity';
import { hashPassword } from '../../server/accounts/passwords/passwords';
import { Role } from '../../server/accounts/users/role.entity';
import { User } from '../../server/accounts/users/user.entity';
import { Image } from '../../server/catalogue/images/image.entity';
import { Make } from '../../server/catalogue/makes/make.entity';
import { Model } from '../../server/catalogue/models/model.entity';
import { insertReadings, readingsOf } from '../../server/catalogue/series/seriesReadings';
import { KeySystem } from '../../server/catalogue/systems/keySystem.entity';
import { jsonRows } from '../../server/outside/postgres/jsonRows';
import type { TestApp } from './app';

let count = 0;
const next = () => ++count;

/** A day `days` from today in UTC, `YYYY-MM-DD`. */
export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const PASSWORD = 'a long enough secret';
let passwordHash: Promise<string> | undefined;

async function save<T extends object>({ orm }: TestApp, Entity: new () => T, data: object): Promise<T> {
  const em = orm.em.fork();
  const entity = em.create(Entity, data as RequiredEntityData<T>);
  await em.flush();
  return entity;
}

export const createClient = (app: TestApp, data: Partial<Client> = {}) =>
  save(app, Client, {
    name: `Client ${next()}`,
    primaryEmail: `office${next()}@example.com`,
    maxUsers: 10,
    subscriptionStartDate: day(-30),
    subscriptionEndDate: day(300),
    ...data,
  });

/** Creates a locksmith with a new client and the password PASSWORD. `data` overrides these defaults. */
export async function createUser(
  app: TestApp,
  data: Partial<Omit<User, 'role' | 'client'>> & { roleId?: number; client?: Client } = {},
) {
  const { roleId = Role.USER, client = await createClient(app), ...rest } = data;
  passwordHash ??= hashPassword(PASSWORD);
  return save(app, User, {
    username: `user${next()}@example.com`,
    fullName: `User ${next()}`,
    client: client.id,
    role: roleId,
    passwordHash: await passwordHash,
    tourDue: false,
    subscriptionEndDate: day(300),
    ...rest,
  });
}

export const createMake = (app: TestApp, data: Partial<Make> = {}) =>
  save(app, Make, { displayName: `Make ${next()}`, fullName: `Make ${next()} Motor Company`, ...data });

/** Past the writer of models, which also keeps what the code series means. */
export async function createModel(app: TestApp, make: Make, data: Partial<Omit<Model, 'make'>> = {}) {
  if (data.codeSeries) await app.orm.em.fork().execute(insertReadings('?'), [jsonRows(readingsOf([data.codeSeries]))]);
  return save(app, Model, { make: make.id, name: `Model ${next()}`, year: 2007, ...data });
}

export const createKeySystem = (app: TestApp, data: Partial<KeySystem> = {}) =>
  save(app, KeySystem, { name: `Key system ${next()}`, ...data });

/** Creates a registered image without files. */
export const createImage = (app: TestApp, hash: string) =>
  save(app, Image, { hash, kind: 'models', width: 1200, height: 800, touchedAt: new Date() });
