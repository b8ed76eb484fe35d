import { createHash, randomBytes } from 'node:crypto';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { Session } from '../../server/accounts/sessions/session.entity';
import { Role } from '../../server/accounts/users/role.entity';
import { ModelImage } from '../../server/catalogue/images/modelImage.entity';
import { KEY_DATA_TEXTS } from '../../server/catalogue/keyData';
import type { Make } from '../../server/catalogue/makes/make.entity';
import { buildSchema } from '../../server/graph/graphql';
import { type Person, sharedApp } from '../support/app';
import { createClient, createImage, createKeySystem, createMake, createModel } from '../support/factories';

/* Every way through the schema to key data or a picture, in every disguise: what a member has read is counted. */

/** Fields of a model that do not open its sheet (docs/rules.md, "Sheet budgets"). */
const FREE =
  'id name year make sample version locks keyDataHash source checkedBy checkedAt createdAt updatedAt history'.split(
    ' ',
  );
/** Other fields that are read from the key data of a model. (`Proposal.reported` was, when the correction was sent.) */
const COPIED = ['Proposal.current', 'Proposal.stale', 'Proposal.keySystem'];

/**
 * Anybody may read the one sheet that an administrator shows to visitors; tests/catalogue/sampleSheet.test.ts keeps it to that.
 * The feed is a download.
 */
const UNCOUNTED = ['catalogueChanges', 'sampleSheet'];

interface Path {
  root: string;
  operation: 'query' | 'mutation';
  /** The fields from the root to the key data. */
  fields: string[];
}

const schema = buildSchema();
const rootTypes = { query: schema.getQueryType()!, mutation: schema.getMutationType()! };

/** The paths to key data below `type`, through each type at most once. */
function* pathsIn(type: GraphQLObjectType, seen: readonly string[] = []): Generator<string[]> {
  for (const field of Object.values(type.getFields())) {
    const leads = getNamedType(field.type);
    const isKeyData =
      type.name === 'Model' ? !FREE.includes(field.name) : COPIED.includes(`${type.name}.${field.name}`);
    if (field.name === 'otherKeys') yield [field.name, 'ilco'];
    else if (isKeyData) yield [field.name, ...(isObjectType(leads) ? [leafOf(leads)] : [])];
    else if (isObjectType(leads) && !seen.includes(leads.name))
      for (const path of pathsIn(leads, [...seen, leads.name])) yield [field.name, ...path];
  }
}
/** A field that has the mark of its model: a name, if there is one. */
function leafOf(type: GraphQLObjectType): string {
  const fields = type.getFields();
  return fields.name ? 'name' : Object.keys(fields).find((name) => !isObjectType(fields[name]!.type) && name !== 'id')!;
}

/** The paths that members may take: the schema says who may call what. */
const paths = Object.entries(rootTypes).flatMap(([operation, type]) =>
  Object.values(type.getFields())
    .filter(({ name, description }) => !UNCOUNTED.includes(name) && !/For administrators\./.test(description ?? ''))
    .flatMap((field): Path[] => {
      const leads = getNamedType(field.type);
      const found = isObjectType(leads) ? [...pathsIn(leads, [leads.name])] : [];
      return found.map((fields) => ({ root: field.name, operation: operation as Path['operation'], fields }));
    }),
);

const app = sharedApp({ config: { sheetsPerHour: 100_000, sheetsPerDay: 100_000, jumpMatchesPerHour: 100_000 } });
let make: Make;
let one: number;
/** The model of each text that was read. */
const owners = new Map<string, number>();
beforeAll(async () => {
  make = await createMake(app, { displayName: 'Honda' });
  for (const [name, year] of [
    ['Counted', 2007],
    ['Counted', 2008],
    ['Counted too', 2007],
    // The other key of the first.
    ['Counted', 2007],
  ] as const) {
    const { id } = await createModel(app, make, { name, year });
    const texts = KEY_DATA_TEXTS.filter(({ choices }) => !choices).map(({ column }) => `${column} = 'KEY${id}X'`);
    await app.sql(
      `update models set ${texts.join(', ')}, spacing = array_fill('KEY${id}X'::text, array[12]),
         depth_names = array_fill('KEY${id}X'::text, array[8]),
         depth_values = array_fill('KEY${id}X'::text, array[16]), unit = 'mm', key_system_id = ? where id = ?`,
      [(await createKeySystem(app, { name: `KEY${id}X` })).id, id],
    );
    const hash = id.toString(16).padStart(64, 'c');
    await createImage(app, hash);
    const em = app.orm.em.fork();
    em.create(ModelImage, { model: id, position: 0, hash, width: 1200, height: 800 });
    await em.flush();
    owners.set(`KEY${id}X`, id);
    owners.set(hash, id);
    one ??= id;
  }
  // What is new leads to the first.
  await app.sql(
    `insert into model_changes (model_id, username, source, created, changes, created_at) values (?, 'u', 'form', true, '[]', now())`,
    [one],
  );
});

/** How each root field is called so that it reaches key data. A new one that leads there needs a line. */
const CALLS: Record<string, () => string> = {
  jump: () => '(text: "Counted 2007", limit: 100)',
  lookupModels: () => `(makeId: ${make.id}, mode: YEAR, value: "2007")`,
  modelYears: () => `(makeId: ${make.id}, name: "Counted")`,
  model: () => `(id: ${one})`,
  recentSheets: () => '',
  news: () => '(limit: 100)',
  pinSheet: () => `(input: { modelId: ${one}, pinned: true })`,
  myCorrections: () => '',
  createCorrection: () =>
    `(input: { email: "a@example.com", make: "Honda", model: "Counted", year: 2007, modelId: ${one}, comment: "Wrong",
      proposals: [{ field: HPC, proposed: "X" }] })`,
};

interface Member extends Person {
  id: number;
}
/** Members with a recent sheet and a correction of every model, who have opened none. In a few statements for all of them. */
async function newMembers(count: number): Promise<Member[]> {
  const client = await createClient(app, { maxUsers: 10_000 });
  const users = await app.sql<{ id: number }>(
    `insert into users (username, full_name, client_id, role_id, enabled, account_expired, subscription_end_date, created_at, updated_at)
     select 'm' || n || '-' || ?::text || '@example.com', 'M', ?, ?, true, false, current_date + 100, now(), now()
     from generate_series(1, ?) n returning id`,
    [client.id, client.id, Role.USER, count],
  );
  const members = users.map(({ id }) => ({ id, token: randomBytes(32).toString('base64url') }));
  const em = app.orm.em.fork();
  for (const { id, token } of members) {
    const tokenHash = createHash('sha256').update(token).digest('hex');
    em.create(Session, { tokenHash, user: id, remember: false, expiresAt: new Date(Date.now() + 3_600_000) });
  }
  await em.flush();
  const theirs = 'from models, users where client_id = ?';
  await app.sql(
    `insert into recent_sheets (user_id, model_id, opened_at) select users.id, models.id, now() ${theirs}`,
    [client.id],
  );
  await app.sql(
    `insert into corrections (user_id, username, email, make, model, year, comment, state, reason, created_at, target_id, proposals)
     select users.id, username, 'a@example.com', 'Honda', name, year, 'Wrong', 'open', '', now(), models.id,
       '[{"field": "hpc", "reported": "", "proposed": "X", "applied": false}]'::jsonb ${theirs}`,
    [client.id],
  );
  return members;
}

type Disguise = (path: Path, call: string) => string;
const nested = (fields: string[], within: (field: string) => string = (field) => field) =>
  fields.reduceRight((inner, field) => `${within(field)}${inner && ` { ${inner} }`}`, '');

const FOR_COMPILERS = 'names that a compiler may use';
const DISGUISES: Record<string, Disguise> = {
  'as it is': ({ root, operation, fields }, call) => `${operation} { ${root}${call} { ${nested(fields)} } }`,
  'names of prototypes': ({ root, operation, fields }, call) =>
    `${operation} { __proto__: ${root}${call} { ${nested(fields, (field) => `__proto__: ${field}`)} } }`,
  'names of fields that are free': ({ root, operation, fields }, call) =>
    `${operation} { id: ${root}${call} { ${nested(fields, (field) => `name: ${field}`)} } }`,
  [FOR_COMPILERS]: ({ root, operation, fields }, call) =>
    `${operation} { x_idx0_y: ${root}${call} { ${nested(fields, (field) => `info_idx0_y: ${field}`)} } }`,
  'the field twice': ({ root, operation, fields }, call) =>
    `${operation} { ${root}${call} { __typename } ${root}${call} { __typename ${nested(fields)} } ${root}${call} { __typename } }`,
  'fields in inline fragments': ({ root, operation, fields }, call) =>
    `${operation} { ... { ${root}${call} { ... { ${nested(fields, (field) => `... { __typename } ${field}`)} } } } }`,
  'fields in fragments': ({ root, operation, fields }, call) => {
    const type = rootTypes[operation];
    const leads = getNamedType(type.getFields()[root]!.type);
    return `${operation} { ...A } fragment A on ${type.name} { ${root}${call} { ...B } }
      fragment B on ${leads} { ${nested(fields)} }`;
  },
  'a directive': ({ root, operation, fields }, call) =>
    `${operation} ($yes: Boolean = true) {
      ${root}${call} { ${nested(fields, (field) => `${field} @include(if: $yes)`)} } }`,
};

/** Fields that cannot hold the mark of their model. */
const UNMARKED = new Set(['stale', ...KEY_DATA_TEXTS.filter(({ choices }) => choices).map(({ name }) => name)]);
/** What a disguise is tried on, besides `as it is`, which is tried on everything. */
const SOME = new Set(['ilco', 'unit', 'tips', 'spacing', 'depth', 'images', 'current', 'stale']);

const keyDataOf = ({ fields }: Path) => fields.find((name) => SOME.has(name)) ?? fields.at(-1)!;

const modelsIn = (answer: unknown) => {
  const text = JSON.stringify(answer);
  return [...owners].filter(([mark]) => text.includes(mark)).map(([, id]) => id);
};

test('every path to key data that members may take has a call here', () => {
  expect(new Set(paths.map(({ root }) => root))).toEqual(new Set(Object.keys(CALLS)));
  expect(paths.length).toBeGreaterThan(200);
});

test.each(Object.entries(DISGUISES))('%s: what is shown is counted', { timeout: 180_000 }, async (name, disguise) => {
  const tried = name === 'as it is' ? paths : paths.filter((path) => SOME.has(keyDataOf(path)));
  const shown: { user: number; models: number[]; document: string }[] = [];
  const [another, ...members] = await newMembers(tried.length + 1);
  for (const [index, path] of tried.entries()) {
    const document = disguise(path, CALLS[path.root]!());
    // A server that compiles what is often asked for would do so now.
    if (name === FOR_COMPILERS && path.operation === 'query' && ['ilco', 'images'].includes(keyDataOf(path)))
      for (let times = 0; times < 25; times++) await app.graph(document, {}, another);
    const member = members[index]!;
    const answer = await app.graph(document, {}, member);
    expect(answer.errors, document).toBeUndefined();
    const models = modelsIn(answer.data);
    const isMarked = !UNMARKED.has(keyDataOf(path));
    // What was asked for is there, so this can fail.
    if (isMarked) expect(models.length, `${document}\n${JSON.stringify(answer.data)}`).toBeGreaterThan(0);
    shown.push({ user: member.id, models: isMarked ? models : [one], document });
  }
  const uncounted = async () => {
    const rows = await app.sql('select user_id, model_id from sheet_openings');
    const opened = new Set(rows.map(({ user_id, model_id }) => `${user_id} ${model_id}`));
    return shown.filter(({ user, models }) => models.some((id) => !opened.has(`${user} ${id}`)));
  };
  await expect.poll(uncounted).toEqual([]);
});
