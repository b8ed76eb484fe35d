import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { KEY_DATA_TEXTS } from '../../server/catalogue/keyData';
import { buildSchema } from '../../server/graph/graphql';
import { type Person, sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';
import { DENSITY, SEED } from './corpus';

/*
 * Random documents that are valid, in every shape that the grammar has: `HOSTILE=80 npm test -- tests/hostile/documents` for
 * 20,000. Vitest fails if one of them leaves a rejection that nobody handles.
 */

const schema = buildSchema();
const NAMES = [
  '__proto__ constructor prototype toString valueOf then length hasOwnProperty __defineGetter__',
  'x_idx0_y x_idx0 info parent err data id name spacing images _',
].flatMap((names) => names.split(' '));
const TEXTS = ['CB 1', 'cb', 'honda', '2007', 'KEY1X', '__proto__', '', 'x'.repeat(300)];

let seed = SEED;
/** From 0 to 1: Mulberry32. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const maybe = (probability: number) => random() < probability;
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** The root fields that lead members to models are asked for most. */
const MEMBERS = ['jump', 'lookupModels', 'modelYears', 'model', 'recentSheets', 'myCorrections', 'me', 'lookupLines'];

class DocumentWriter {
  private readonly fragments: string[] = [];
  private aliases = 0;
  private directives = 0;
  /** The values of variables: as code that is compiled once, a document gets other texts each time. */
  readonly variables: Record<string, string> = {};
  private readonly declared: string[] = [];

  constructor(private readonly ids: { make: number; models: readonly number[] }) {}

  write(): string {
    const fields = schema.getQueryType()!.getFields();
    const roots = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      maybe(0.9) ? fields[oneOf(MEMBERS)]! : oneOf(Object.values(fields)),
    );
    const text = `{ ${this.selected(roots, 4)} } ${this.fragments.join(' ')}`;
    const variables = ['$yes: Boolean = true', '$no: Boolean = false'].filter((one) =>
      text.includes(one.split(':')[0]!),
    );
    return `query ${oneOf(['A', '__proto__'])} ${variables.length > 0 ? `(${variables})` : ''} ${text}`;
  }

  private selected(fields: GraphQLField<unknown, unknown>[], depth: number): string {
    const used = new Set<string>();
    return fields
      .map((field) => {
        const key = this.aliases < 12 && maybe(0.4) ? oneOf(NAMES) : field.name;
        if (used.has(key)) return '';
        used.add(key);
        if (key !== field.name) this.aliases++;
        const type = getNamedType(field.type);
        const inner = isObjectType(type) ? `{ ${this.selectionOf(type, depth - 1)} }` : '';
        return `${key === field.name ? '' : `${key}:`} ${field.name} ${this.argumentsOf(field)} ${this.directive()} ${inner}`;
      })
      .join(' ');
  }

  private selectionOf(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(
      ({ args, type }) => (depth > 0 || !isObjectType(getNamedType(type))) && !args.some(isRequired),
    );
    const chosen = Array.from({ length: 1 + Math.floor(random() * 5) }, () => oneOf(fields));
    const text = `__typename ${this.selected(chosen, depth)}`;
    if (maybe(0.1)) return `... { ${text} }`;
    if (maybe(0.1)) return `... on ${type.name} ${this.directive()} { ${text} }`;
    if (maybe(0.8)) return text;
    const name = `${oneOf(['F', '__proto__', 'constructor'])}${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${type.name} { ${text} }`);
    return `...${name} ${maybe(0.5) ? `...${name}` : ''}`;
  }

  private directive(): string {
    if (this.directives > 2 || maybe(0.8)) return '';
    this.directives++;
    return oneOf(['@include(if: $yes)', '@skip(if: $no)', '@include(if: $no)', '@skip(if: true)']);
  }

  private argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
    const given = args.filter((one) => isRequired(one) || maybe(0.1));
    return given.length > 0 ? `(${given.map(({ name, type }) => `${name}: ${this.value(type, name)}`)})` : '';
  }

  private value(type: GraphQLInputType, name: string): string {
    if (!isNonNullType(type) && maybe(0.1)) return 'null';
    const inner = getNullableType(type);
    if (isListType(inner)) return `[${Array.from({ length: 2 }, () => this.value(inner.ofType, name))}]`;
    if (isEnumType(inner)) return oneOf(inner.getValues()).name;
    if (isInputObjectType(inner)) {
      const fields = Object.values(inner.getFields()).filter((one) => isNonNullType(one.type) || maybe(0.3));
      return `{ ${fields.map((one) => `${one.name}: ${this.value(one.type, one.name)}`)} }`;
    }
    if (name === 'makeId') return String(this.ids.make);
    if (inner.name === 'ID') return String(oneOf(this.ids.models));
    if (inner.name === 'Boolean') return oneOf(['true', 'false']);
    if (inner.name === 'Int') return String(oneOf([1, 2, 8, 50, 2007]));
    if (inner.name === 'Float') return String(oneOf([0.098, 2.5, 500]));
    if (inner.name !== 'String' || maybe(0.2)) return JSON.stringify(oneOf(TEXTS));
    const variable = `text${this.declared.length}`;
    this.declared.push(`$${variable}: String!`);
    this.variables[variable] = oneOf(TEXTS);
    return `$${variable}`;
  }
}
const isRequired = ({ type, defaultValue }: GraphQLArgument) => isNonNullType(type) && defaultValue === undefined;

const plenty = { sheetsPerHour: 100_000, sheetsPerDay: 100_000, jumpMatchesPerHour: 100_000 };
const app = sharedApp({ config: plenty });
let make: number;
const models: number[] = [];
const readers: { person: Person; read: Set<number> }[] = [];
beforeAll(async () => {
  const honda = await createMake(app, { displayName: 'Honda' });
  make = honda.id;
  for (let n = 0; n < 60; n++)
    models.push((await createModel(app, honda, { name: `CB ${n % 12}`, year: 2003 + (n % 7) })).id);
  // Every text of a model names it.
  const texts = KEY_DATA_TEXTS.filter(({ choices }) => !choices).map(({ column }) => `${column} = 'KEY' || id || 'X'`);
  await app.sql(`update models set ${texts}, spacing = array_fill('KEY' || id || 'X', array[12]),
    depth_values = array_fill('KEY' || id || 'X', array[16])`);
  for (let n = 0; n < 10; n++) {
    const person = await people.locksmith(app);
    readers.push({ person, read: new Set() });
    const { id, username } = person.user!;
    await app.sql(
      `insert into recent_sheets (user_id, model_id, opened_at)
       select ?, id, now() from models order by md5(id::text || ?) limit 5`,
      [id, username],
    );
    await app.sql(
      `insert into corrections (user_id, username, email, make, model, year, comment, state, reason, created_at, target_id, proposals)
       select ?, ?, 'a@example.com', 'Honda', name, year, 'Wrong', 'open', '', now(), id,
         '[{"field": "ilco", "reported": "", "proposed": "X", "applied": false}]'::jsonb
       from models order by md5(id::text || ?) limit 5`,
      [id, username, username],
    );
  }
});

test('random documents end nothing, and what members read by them is counted', { timeout: 1_800_000 }, async () => {
  const url = `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
  const most = 250 * DENSITY;
  const faults: string[] = [];
  let answered = 0;
  for (let sent = 0; sent < most; ) {
    const batch = readers.map(async ({ person, read }) => {
      const writer = new DocumentWriter({ make, models });
      const query = writer.write();
      const body = JSON.stringify({ query, variables: writer.variables });
      const asVisitor = maybe(0.1);
      const headers = { 'content-type': 'application/json', ...(!asVisitor && { cookie: `session=${person.token}` }) };
      // Some often, as a server counts before it compiles or keeps them.
      const times = maybe(0.05) ? 25 : 1;
      for (let time = 0; time < times; time++) {
        const answer = await fetch(url, { method: 'POST', headers, body });
        const text = await answer.text();
        if (answer.status >= 500 || text.includes('INTERNAL_SERVER_ERROR'))
          faults.push(`${query}: ${text.slice(0, 500)}`);
        if (!text.includes('"errors"')) answered++;
        const data = JSON.stringify(JSON.parse(text).data ?? null);
        if (asVisitor && data.includes('KEY')) faults.push(`A visitor read key data: ${query}`);
        // What Jump shows of an identifier is what was typed.
        if (!body.includes('KEY1X')) for (const [, id] of data.matchAll(/"KEY(\d+)X"/g)) read.add(Number(id));
      }
    });
    sent += batch.length;
    await Promise.all(batch);
  }
  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(most / 2);
  const total = readers.reduce((sum, { read }) => sum + read.size, 0);
  expect(total).toBeGreaterThan(50);
  const uncounted = async () => {
    const rows = await app.sql('select user_id, model_id from sheet_openings');
    const opened = new Set(rows.map(({ user_id, model_id }) => `${user_id} ${model_id}`));
    return readers.flatMap(({ person, read }) => [...read].filter((id) => !opened.has(`${person.user!.id} ${id}`)));
  };
  await expect.poll(uncounted).toEqual([]);
  console.log(`${most} random documents, ${answered} answered, seed ${SEED}`);
});
