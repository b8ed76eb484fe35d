import { readFile } from 'node:fs/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Client } from '../accounts/clients/client.entity';
import { hashPassword } from '../accounts/passwords/passwords';
import { Role } from '../accounts/users/role.entity';
import { User } from '../accounts/users/user.entity';
import { blankKey } from '../catalogue/blanks/blanksIn';
import type { Image } from '../catalogue/images/image.entity';
import { ownPicture, storeImage } from '../catalogue/images/images';
import type { ImageKind } from '../catalogue/images/imageUrls';
import { addAliases, readAliases } from '../catalogue/jump/aliases/aliasRows';
import { Make } from '../catalogue/makes/make.entity';
import { MakeNames } from '../catalogue/makes/makeNames';
import { arrangeImages } from '../catalogue/models/modelImages';
import { insertModels, valuesOf } from '../catalogue/models/writeModels';
import { KeySystem } from '../catalogue/systems/keySystem.entity';
import { VanBlank } from '../catalogue/van/vanBlank.entity';
import { aYearLater, todayInUtc } from '../days';
import type { Commit } from '../gate/operation';
import type { ImageStore } from '../outside/images/imageStore';
import { longWork } from '../outside/postgres/connections';
import { demoMakes, demoModels, demoPictures, demoSystems, openSheet } from './demoCatalogue';

/** Rows per statement: a slow machine must finish one within the database's time limits. */
const BATCH = 500;
/** Enough to keep every core busy; not more than the pool has connections. */
const STORED_AT_ONCE = 8;

/** README.md, "Two commands". */
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

/** The blanks in the van of the locksmith's company, some under other names than on the sheets. */
const VAN = [
  ['X265', 3],
  ['HD75', 2],
  ['X84', 0],
  ['HON70MH-SI', 1],
  ['YM63', 5],
  ['DEMO 72', 4],
  ['DEMO 82', 2],
] as const;

/**
 * Loads the demo catalogue, clients and users into an empty database, all or nothing; returns false if it is not empty.
 * Of servers that start together, one loads it and the others wait.
 */
export async function seedDemo(orm: MikroORM, images: ImageStore, say: (line: string) => void): Promise<boolean> {
  if (await orm.em.fork().count(User)) return false;
  return longWork(() =>
    orm.em.fork().transactional(async (em) => {
      await takeTurn(em, say);
      if (await em.count(User)) return false;
      say('Loading the demo catalogue ...');
      const onProgress = progressPrinter(say);
      const pictures = await storePictures(orm, images, onProgress);
      await insertAccounts(em, await hashPassword(DEMO_PASSWORD));
      const { makes, models } = await insertCatalogue(em, pictures, onProgress);
      say(`Loaded ${makes} makes and ${models} models of sample data.`);
      return true;
    }),
  );
}

async function takeTurn(em: EntityManager, say: (line: string) => void): Promise<void> {
  const key = `hashtext('motokey demo data')`;
  const [lock] = await em.execute<{ taken: boolean }[]>(`select pg_try_advisory_xact_lock(${key}) as taken`);
  if (lock?.taken) return;
  say('Another start is loading the demo catalogue: waiting for it ...');
  await em.execute(`select pg_advisory_xact_lock(${key})`);
}

type OnProgress = (what: string, done: number, total: number) => void;

/** Prints a line at most every five seconds. */
function progressPrinter(say: (line: string) => void): OnProgress {
  let last = Date.now();
  return (what, done, total) => {
    if (Date.now() - last < 5_000) return;
    last = Date.now();
    say(`  ${done} of ${total} ${what}`);
  };
}

/** By kind and name. They stay stored if a later step fails, and the next start reuses them. */
async function storePictures(orm: MikroORM, store: ImageStore, onProgress: OnProgress) {
  const commit: Commit = (step) => orm.em.fork().transactional(step);
  const stored: Record<ImageKind, Map<string, Image>> = { icons: new Map(), models: new Map() };
  const waiting = [...(await demoPictures('icons')), ...(await demoPictures('models'))];
  const total = waiting.length;
  // Each stored image needs a connection; with more at a time some would wait too long for one.
  const storeNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { kind, name, path } = next;
      stored[kind].set(name, await storeImage(commit, store, await ownPicture(kind, await readFile(path))));
      onProgress('pictures stored', total - waiting.length, total);
    }
  };
  await Promise.all(Array.from({ length: STORED_AT_ONCE }, storeNext));
  return stored;
}

type Pictures = Awaited<ReturnType<typeof storePictures>>;

async function insertAccounts(em: EntityManager, passwordHash: string): Promise<void> {
  const start = todayInUtc();
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
      tourDue: false,
      subscriptionEndDate: username === 'expired@example.com' ? `${Number(start.slice(0, 4)) - 1}-12-31` : inAYear,
    });
  }
  await em.flush();
  const user = await em.findOneOrFail(User, { client: shop, enabled: true }, { orderBy: { id: 'asc' } });
  for (const [name, count] of VAN)
    em.create(VanBlank, { client: shop, name, key: blankKey(name), count, user, username: user.username });
  await em.flush();
}

/** Returns how many makes and models there are. */
async function insertCatalogue(em: EntityManager, pictures: Pictures, onProgress: OnProgress) {
  const stamp = { createdAt: new Date(), updatedAt: new Date(), version: 1 };
  const makes = await demoMakes();
  await em.insertMany(
    Make,
    makes.map((make) => ({ ...make, iconHash: pictures.icons.get(String(make.id))?.hash ?? null, ...stamp })),
  );
  const names = new MakeNames(await em.find(Make, {}));
  await addAliases(em, await readAliases(await openSheet('aliases'), names));
  const systems = await demoSystems();
  await em.insertMany(
    KeySystem,
    systems.map((system) => ({ ...system, ...stamp })),
  );
  const systemIds = new Map(systems.map(({ id, name }) => [name, id]));
  // Ids are ours to give: the images need them, and nobody else writes into an empty database.
  const models = (await demoModels(names)).map((model, index) => ({ ...model, id: index + 1 }));
  for (let from = 0; from < models.length; from += BATCH) {
    const batch = models.slice(from, from + BATCH);
    // Not through the ORM, with which loading the demo data takes a third longer.
    await insertModels(
      em,
      batch.map((model) => ({ ...valuesOf(model), key_system_id: systemIds.get(model.system), sample: true })),
    );
    await arrangeImages(
      em,
      batch.map(({ id, pictures: names }) => ({
        id,
        hashes: names.flatMap((name) => pictures.models.get(name)?.hash ?? []),
      })),
    );
    onProgress('models written', from + batch.length, models.length);
  }
  // The sequences continue after the given ids.
  for (const table of ['makes', 'key_systems', 'models']) {
    await em.execute(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
  await em.execute(
    `insert into sample_sheet (model_id) select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
  );
  return { makes: makes.length, models: models.length };
}
