import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Client } from '../accounts/client.entity';
import { hashPassword } from '../accounts/passwords';
import { Role } from '../accounts/role.entity';
import { aYearLater } from '../accounts/subscription';
import { User } from '../accounts/user.entity';
import type { ImageKind } from '../catalogue/image.urls';
import { encodeDrawing, storeImage } from '../catalogue/images';
import { Make } from '../catalogue/make.entity';
import { Model } from '../catalogue/model.entity';
import { ModelImage } from '../catalogue/modelImage.entity';
import { today } from '../operation';
import type { ImageStore } from '../outside/imageStore';
import { demoCatalogue, type SeedMake } from './catalogue';
import { makeIcon, modelDrawings } from './drawings';

/** Contract section 1. */
export const DEMO_PASSWORD = 'demo-Keys-1990';
export const DEMO_USERS = [
  { username: 'admin@example.com', fullName: 'Alma Administrator', what: 'administrator', role: Role.ADMIN },
  { username: 'user@example.com', fullName: 'Leo Locksmith', what: 'locksmith', role: Role.USER },
  { username: 'expired@example.com', fullName: 'Ellis Expired', what: 'subscription ended', role: Role.USER },
  { username: 'disabled@example.com', fullName: 'Dana Disabled', what: 'disabled', role: Role.USER },
  {
    username: 'new@example.com',
    fullName: 'Nico Newcomer',
    what: 'carried over, has no password yet',
    role: Role.USER,
  },
];

/** Loads the demo catalogue, clients and users into an empty database; false where it is not empty. */
export async function seedDemo(orm: MikroORM, images: ImageStore, say: (line: string) => void): Promise<boolean> {
  if (await orm.em.fork().count(User)) return false;
  say('Loading the demo catalogue ...');
  const makes = demoCatalogue(new Date());
  const drawn = await drawImages(orm, images, makes);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await orm.em.fork().transactional(async (em) => {
    await insertAccounts(em, passwordHash);
    await insertCatalogue(em, makes, drawn);
  });
  const models = makes.reduce((sum, make) => sum + make.models.length, 0);
  say(`Loaded ${makes.length} makes and ${models} models of sample data.`);
  return true;
}

/** Icons by the make's id, drawings by theirs. All at once: the encoder keeps every core busy. */
async function drawImages(orm: MikroORM, store: ImageStore, makes: SeedMake[]) {
  const commit = <T>(step: (em: EntityManager) => Promise<T>) => orm.em.fork().transactional(step);
  const draw = async (kind: ImageKind, [id, svg]: [string, string]) =>
    [id, await storeImage(commit, store, await encodeDrawing(kind, svg))] as const;
  const icons = makes.map((make): [string, string] => [String(make.id), makeIcon(make.displayName)]);
  return {
    icons: Object.fromEntries(await Promise.all(icons.map((icon) => draw('icons', icon)))),
    drawings: Object.fromEntries(await Promise.all(Object.entries(modelDrawings()).map((one) => draw('models', one)))),
  };
}

type Images = Awaited<ReturnType<typeof drawImages>>;

async function insertAccounts(em: EntityManager, passwordHash: string): Promise<void> {
  const start = today();
  const inAYear = aYearLater(start);
  const client = (name: string, primaryEmail: string, maxUsers: number, description: string) =>
    em.create(Client, {
      name,
      primaryEmail,
      maxUsers,
      description,
      subscriptionStartDate: start,
      subscriptionEndDate: inAYear,
    });
  const house = client('Motokey', 'office@example.com', 5, 'The people who keep the guide.');
  const shop = client('Harbour Lock & Key', 'shop@example.com', 10, 'A demo client with room for more users.');
  client('One-Bench Locksmiths', 'bench@example.com', 1, 'A demo client with a single seat.');
  for (const { username, fullName, role } of DEMO_USERS) {
    em.create(User, {
      username,
      fullName,
      client: role === Role.ADMIN ? house : shop,
      role: em.getReference(Role, role),
      passwordHash: username === 'new@example.com' ? null : passwordHash,
      enabled: username !== 'disabled@example.com',
      subscriptionEndDate: username === 'expired@example.com' ? `${Number(start.slice(0, 4)) - 1}-12-31` : inAYear,
    });
  }
  await em.flush();
}

async function insertCatalogue(em: EntityManager, makes: SeedMake[], { icons, drawings }: Images): Promise<void> {
  const drawing = (id: string) => {
    const stored = drawings[id];
    if (!stored) throw new Error(`The demo catalogue has no drawing ${id}`);
    return { hash: stored.hash, width: stored.width, height: stored.height };
  };
  const stamp = { createdAt: new Date(), updatedAt: new Date(), version: 1 };
  await em.insertMany(
    Make,
    makes.map(({ models: _, ...make }) => ({ ...make, iconHash: icons[make.id]?.hash ?? null, ...stamp })),
  );
  // Ids are ours to give: the images need them, and nobody else writes into an empty database.
  const models = makes.flatMap((make) => make.models.map((model) => ({ model, make: make.id })));
  await em.insertMany(
    Model,
    models.map(({ model: { depth, drawings: _, ...model }, make }, index) => ({
      ...model,
      ...stamp,
      id: index + 1,
      make,
      depthValues: depth.flatMap(({ oneX, twoX }) => [oneX, twoX]),
      sample: true,
    })),
  );
  await em.insertMany(
    ModelImage,
    models.flatMap(({ model }, index) =>
      model.drawings.map((id, position) => ({ model: index + 1, position, ...drawing(id) })),
    ),
  );
  // The next records go on after the given ids.
  for (const table of ['makes', 'models']) {
    await em.execute(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
}
