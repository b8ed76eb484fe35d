import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Client } from '../accounts/clients/client.entity';
import { hashPassword } from '../accounts/passwords/passwords';
import { Role } from '../accounts/users/role.entity';
import { User } from '../accounts/users/user.entity';
import type { Image } from '../catalogue/images/image.entity';
import { encodeDrawing, storeImage } from '../catalogue/images/images';
import type { ImageKind } from '../catalogue/images/imageUrls';
import { Alias } from '../catalogue/jump/aliases/alias.entity';
import { Make } from '../catalogue/makes/make.entity';
import { insertModels, valuesOf } from '../catalogue/models/writeModels';
import { aYearLater, todayInUtc } from '../days';
import type { Commit } from '../gate/operation';
import type { ImageStore } from '../outside/images/imageStore';
import { longWork } from '../outside/postgres/connections';
import { jsonRows } from '../outside/postgres/jsonRows';
import { demoAliases } from './aliases';
import { demoCatalogue, type SeedMake } from './demoCatalogue';
import { makeIcon, modelDrawings } from './drawings';

/** Rows per statement: a slow machine must finish one within the database's time limits. */
const BATCH = 500;
/** Enough to keep every core busy; not more than the pool has connections. */
const DRAWN_AT_ONCE = 8;

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
      const makes = demoCatalogue(new Date());
      const drawn = await drawImages(orm, images, makes, onProgress);
      await insertAccounts(em, await hashPassword(DEMO_PASSWORD));
      const models = await insertCatalogue(em, makes, drawn, onProgress);
      say(`Loaded ${makes.length} makes and ${models} models of sample data.`);
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

/** Icons by the make's id, drawings by their own. They stay stored if a later step fails, and the next start reuses them. */
async function drawImages(orm: MikroORM, store: ImageStore, makes: SeedMake[], onProgress: OnProgress) {
  const commit: Commit = (step) => orm.em.fork().transactional(step);
  const icons = makes.map((make) => ['icons', String(make.id), makeIcon(make.displayName)] as const);
  const drawings = Object.entries(modelDrawings()).map(([id, svg]) => ['models', id, svg] as const);
  const stored: Record<ImageKind, Record<string, Image>> = { icons: {}, models: {} };
  const waiting = [...icons, ...drawings];
  const total = waiting.length;
  // Each stored image needs a connection; with more at a time some would wait too long for one.
  const draw = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [kind, id, svg] = next;
      stored[kind][id] = await storeImage(commit, store, await encodeDrawing(kind, svg));
      onProgress('pictures drawn', total - waiting.length, total);
    }
  };
  await Promise.all(Array.from({ length: DRAWN_AT_ONCE }, draw));
  return { icons: stored.icons, drawings: stored.models };
}

type Images = Awaited<ReturnType<typeof drawImages>>;

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
      subscriptionEndDate: username === 'expired@example.com' ? `${Number(start.slice(0, 4)) - 1}-12-31` : inAYear,
    });
  }
  await em.flush();
}

/** Inserts rows, by column. */
async function insertRows(em: EntityManager, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (!columns) return;
  await em.execute(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ?)`,
    [jsonRows(rows)],
  );
}

/** Returns the number of models. */
async function insertCatalogue(
  em: EntityManager,
  makes: SeedMake[],
  { icons, drawings }: Images,
  onProgress: OnProgress,
): Promise<number> {
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
  await em.insertMany(
    Alias,
    demoAliases.map((alias) => ({ ...alias, ...stamp })),
  );
  // Ids are ours to give: the images need them, and nobody else writes into an empty database.
  const models = makes.flatMap((make) => make.models.map((model) => ({ model, make })));
  for (let from = 0; from < models.length; from += BATCH) {
    const batch = models.slice(from, from + BATCH).map((one, index) => ({ ...one, id: from + index + 1 }));
    // Not through the ORM, with which loading the demo data takes a third longer.
    await insertModels(
      em,
      batch.map(({ model, make, id }) => valuesOf({ ...model, id, make, sample: true })),
    );
    await insertRows(
      em,
      'model_images',
      batch.flatMap(({ model, id }) =>
        model.drawings.map((drawn, position) => ({ model_id: id, position, ...drawing(drawn) })),
      ),
    );
    onProgress('models written', from + batch.length, models.length);
  }
  // The sequences continue after the given ids.
  for (const table of ['makes', 'models']) {
    await em.execute(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
  await em.execute(
    `insert into sample_sheet (model_id) select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`,
  );
  return models.length;
}
