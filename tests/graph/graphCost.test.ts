import { type DocumentNode, type GraphQLEnumType, Kind, parse, validate } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { costOf } from '../../server/graph/graphCost';
import { buildSchema, MAX_COST } from '../../server/graph/graphql';
import { sharedApp } from '../support/app';
import { clientDocuments } from '../support/clientDocuments';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';

const schema = buildSchema();

function cost(document: DocumentNode, variables: object = {}): number {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const byName = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  return costOf(schema, operation!, byName, { ...variables });
}
const costOfText = (text: string, variables?: object) => cost(parse(text), variables);

describe('the cost of a query', () => {
  test.each([
    ['{ models { total } }', 2],
    ['{ models { items { id name } } }', 1 + 1 + 10 * 2],
    ['{ models(limit: 100) { items { id name } total } }', 1 + 1 + 100 * 2 + 1],
    ['{ models(limit: 100) { items { id spacing depth { oneX } } } }', 2 + 100 * (1 + 12 + 1 + 8)],
    ['{ logEntries { items { id } } }', 2 + 50],
    ['{ models(limit: 2000000000) { items { id } } }', 2 + 100],
    [
      '{ a: models(limit: 100) { ...p } b: models(limit: 5) { ...p } } fragment p on ModelPage { items { id } }',
      107 + 2,
    ],
    ['{ me { id ... on SignedInUser { username } } }', 3],
  ])('%s is %i', (text, expected) => {
    expect(costOfText(text)).toBe(expected);
  });

  test.each([
    [{ limit: 7 }, 2 + 7],
    // An absent variable without a default counts as the maximum.
    [{}, 2 + 100],
    [{ limit: 'many' }, 2 + 100],
    [{ limit: -5 }, 2 + 1],
  ])('takes the limit from the variables %j', (variables, expected) => {
    expect(costOfText('query ($limit: Int!) { models(limit: $limit) { items { id } } }', variables)).toBe(expected);
  });

  test('a row of an import has a cell, and a change, for every field', () => {
    const fields = (schema.getType('ImportField') as GraphQLEnumType).getValues().length;
    const row = '{ import(id: 1) { rows(limit: 1) { items { cells { value } changes { after } } } } }';
    expect(costOfText(row)).toBe(3 + (1 + fields) * 2);
  });

  test('nested fragments are counted, in linear time', () => {
    const levels = Array.from({ length: 60 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    const text = `{ ...f0 } ${levels.join(' ')} fragment f60 on Query { me { id } }`;
    expect(costOfText(text)).toBe(2 ** 60 * 2);
  });
});

test('every client document is within the limit, with the largest page size', () => {
  expect(clientDocuments.length).toBeGreaterThan(50);
  for (const [name, document] of clientDocuments) {
    expect(validate(schema, document), name).toEqual([]);
    expect(cost(document, { limit: 100 }), name).toBeLessThan(MAX_COST / 2);
  }
});

const MODEL = `id name year ilco jma jet silca oem codeSeries transponder accuReader lishi ignition gasCap seatAux hpc itl
  dsd pakaPunch tips tips2 spacing depth { oneX twoX }`;
const CORRECTION = `id comment target { ${MODEL} } proposals { field label reported proposed current stale applied }`;

describe('an answer that is too large', () => {
  const app = sharedApp();
  const member = sharedPerson(app, 'locksmith');
  const administrator = sharedPerson(app, 'administrator');
  beforeAll(async () => {
    const make = await createMake(app);
    const model = await createModel(app, make, { name: 'CB 500' });
    const proposals = JSON.stringify(
      Array.from({ length: 20 }, () => ({ field: 'tips', reported: 'r'.repeat(3_000), proposed: 'p'.repeat(3_000) })),
    );
    await app.sql(
      `insert into corrections (user_id, username, email, make, model, year, comment, target_id, proposals, state, reason, created_at)
       select ?, 'a', 'a@example.com', 'Honda', 'CB 500', 2007, repeat('c', 10000), ?, ?::jsonb, 'open', '', now()
       from generate_series(1, 100)`,
      [member.user!.id, model.id, proposals],
    );
    await app.sql(`update makes set other_details = repeat('x', 10000)`);
  });

  test('is refused by the number of its values before anything is read', async () => {
    const aliases = Array.from(
      { length: 15 },
      (_, n) => `a${n}: myCorrections(limit: 100) { items { ${CORRECTION} } }`,
    );
    const document = `{ ${aliases.join(' ')} }`;
    app.statements();
    const answer = await app.graph(document, {}, member);
    expect(answer.data ?? null).toBeNull();
    expect(answer.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(answer.errors?.[0]?.message).toMatch(
      new RegExp(`^This asks for up to \\d+ values, and the maximum is ${MAX_COST}`),
    );
    expect(app.statements()).toEqual([]);
    expect(answer.extensions?.cost).toEqual({ asked: costOfText(document), limit: MAX_COST });
  });

  test('an answer tells what it cost, with the limit of its variables', async () => {
    const document = 'query ($limit: Int!) { models(limit: $limit) { items { id name } } }';
    for (const limit of [1, 100]) {
      const { extensions } = await app.graph(document, { limit }, administrator);
      expect(extensions).toEqual({ cost: { asked: 2 + limit * 2, limit: MAX_COST } });
    }
    const invalid = await app.graph('{ nothing }', {}, administrator);
    expect(invalid.extensions).toBeUndefined();
  });

  test('is refused by the size of its texts, with advice', async () => {
    const comments = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: myCorrections(limit: 100) { items { comment } }`).join(' ')} }`;
    expect((await app.graph(comments(9), {}, member)).errors).toBeUndefined();
    const answer = await app.graph(comments(11), {}, member);
    const message = 'The answer would be larger than 10 MB. Please ask for fewer records at a time.';
    expect(answer).toMatchObject({ status: 200, data: null });
    expect(answer.errors).toEqual([
      { message, extensions: { code: 'BAD_USER_INPUT', errors: { limit: [message] }, requestId: expect.any(String) } },
    ]);
  });

  test('is refused on REST, too', async () => {
    await app.sql(`insert into makes (display_name, full_name, other_details, created_at, updated_at)
      select 'Copy ' || n, 'Copy', repeat('x', 200000), now(), now() from generate_series(1, 60) n`);
    const list = (limit: number) => app.rest('GET', `/company-detail?limit=${limit}`, { as: administrator });
    expect((await list(40)).statusCode).toBe(200);
    const refused = await list(60);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.limit).toEqual([
      'The answer would be larger than 10 MB. Please ask for fewer records at a time.',
    ]);
  });
});
