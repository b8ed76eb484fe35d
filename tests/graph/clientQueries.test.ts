import { InMemoryCache } from '@apollo/client';
import { type DocumentNode, print } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { MakesDocument } from '../../client/graphql/generated/backOffice';
import { LookupValuesDocument, ModelDocument } from '../../client/graphql/generated/catalogue';
import { JumpDocument } from '../../client/graphql/generated/jump';
import { openLog } from '../../server/observe/serverLog';
import { type Person, sharedApp } from '../support/app';
import { clientDocuments } from '../support/clientDocuments';
import { createMake, createModel } from '../support/factories';
import { people, sharedPerson } from '../support/people';
import { form } from '../support/pictures';

/* The client sends the ids of its queries. The answers are the same as for their texts. */

const lines: Record<string, any>[] = [];
const app = sharedApp({ log: openLog('info', { write: (line) => lines.push(JSON.parse(line)) }) });
const member = sharedPerson(app, 'locksmith');
let variables: Record<'make' | 'model', string>;
beforeAll(async () => {
  const make = await createMake(app);
  const model = await createModel(app, make, { name: 'CB 500', year: 1994, ilco: 'X84' });
  variables = { make: String(make.id), model: String(model.id) };
});

const cache = new InMemoryCache();
const idOf = (document: DocumentNode) => (document as { __meta__?: { id: string } }).__meta__?.id;
const queries = clientDocuments.filter(([, document]) => idOf(document));

const asked = (body: object | string, { as, headers }: { as?: Person | undefined; headers?: object } = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...(as && { cookie: `session=${as.token}` }), ...headers },
    payload: body,
  });
const byId = (document: DocumentNode, variables: unknown) => ({
  variables,
  extensions: { persistedQuery: { version: 1, sha256Hash: idOf(document) } },
});
const byText = (document: DocumentNode, variables: unknown) => ({
  variables,
  query: print(cache.transformDocument(document)),
});

/** Status and answer, without the request's id. */
async function answerTo(body: object, as?: Person) {
  const response = await asked(body, { as });
  const { data, errors } = response.json();
  const publicErrors = errors?.map(({ extensions: { requestId, ...rest }, ...error }: any) => {
    expect(requestId).toBe(response.headers['x-request-id']);
    return { ...error, extensions: rest };
  });
  return { status: response.statusCode, type: response.headers['content-type'], data, errors: publicErrors };
}

describe('a query requested by its id', () => {
  test('has the same answer as its text', async () => {
    for (const [document, given] of [
      [LookupValuesDocument, { makeId: variables.make, mode: 'YEAR' }],
      [ModelDocument, { id: variables.model }],
      [JumpDocument, { text: 'cb500', limit: 8 }],
    ] as const) {
      const answer = await answerTo(byId(document, given), member);
      expect(answer).toEqual(await answerTo(byText(document, given), member));
      expect(answer).toMatchObject({ status: 200, errors: undefined });
      const told = async (body: object) => (await asked(body, { as: member })).json().extensions;
      expect(await told(byText(document, given))).toHaveProperty('cost');
      expect(await told(byId(document, given))).toBeUndefined();
    }
  });

  test('is refused like its text, for each query of the client', async () => {
    expect(queries.length).toBeGreaterThan(40);
    for (const [name, document] of queries) {
      const answer = await answerTo(byId(document, {}));
      expect(answer, name).toEqual(await answerTo(byText(document, {})));
    }
    const refused = await answerTo(byId(ModelDocument, { id: variables.model }));
    expect(refused).toMatchObject({ status: 200, data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  test('reports errors and wrong variables like its text', async () => {
    for (const given of [{ id: '999999' }, { id: null }, { id: { x: 1 } }, {}, { id: '1', more: 1 }, [], 'id', null]) {
      const answer = await answerTo(byId(ModelDocument, given), member);
      expect(answer, JSON.stringify(given)).toEqual(await answerTo(byText(ModelDocument, given), member));
    }
  });

  test('is refused like its text if the answer is too large', async () => {
    await app.sql(`insert into makes (display_name, full_name, other_details, created_at, updated_at)
      select 'Large ' || n, 'Large', repeat('x', 200000), now(), now() from generate_series(1, 60) n`);
    const administrator = await people.administrator(app);
    const given = { page: 1, limit: 100, sortBy: 'DISPLAY_NAME', dir: 'ASC' };
    const answer = await answerTo(byId(MakesDocument, given), administrator);
    expect(answer).toEqual(await answerTo(byText(MakesDocument, given), administrator));
    expect(answer.errors).toMatchObject([{ message: expect.stringMatching(/^The answer would be larger than 10 MB/) }]);
    await app.sql(`delete from makes where full_name = 'Large'`);
  });

  test('is logged with its field and status', async () => {
    await answerTo(byId(ModelDocument, { id: '999999' }), member);
    await expect
      .poll(() => lines.filter(({ msg }) => msg === 'request').at(-1))
      .toMatchObject({ operation: 'model', status: 404 });
  });

  test('is refused to a page of another site, and in a form', async () => {
    const body = byId(LookupValuesDocument, { makeId: variables.make, mode: 'YEAR' });
    const foreign = await asked(body, { as: member, headers: { origin: 'https://elsewhere.example' } });
    expect(foreign.statusCode).toBe(403);
    const operations = JSON.stringify(body);
    const { body: payload, headers } = form([
      ['operations', operations],
      ['map', '{}'],
    ]);
    const admin = await people.administrator(app);
    for (const [sent, type] of [
      [payload, headers['content-type']],
      [operations, 'text/plain'],
    ] as const) {
      const answer = await asked(sent, { as: admin, headers: { 'content-type': type } });
      expect(answer.statusCode, answer.body).toBe(400);
    }
  });
});

test('an id of another client version is refused, so that the client sends the text', async () => {
  for (const id of ['x'.repeat(43), '', '__proto__', 7, null, { a: 1 }]) {
    const { data, errors } = await answerTo({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } }, member);
    expect(data, String(id)).toBeUndefined();
    expect(errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  }
});
