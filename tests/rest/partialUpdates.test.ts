import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEY_DATA, type KeyDatum, type Naming } from '../../server/catalogue/keyData';
import { sharedApp } from '../support/app';
import { createMake } from '../support/factories';
import { sharedPerson } from '../support/people';
import { act, checkedImport, csv } from '../support/sheets';

/* An update changes what it names, and nothing else (docs/rules.md, "Input"). */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const isMeasure = ({ column }: KeyDatum) => ['spacing', 'depth_values', 'width'].includes(column);
/** A value that the field may have, another one for each number from 0 to 8, and never none. */
const sampleOf = (datum: KeyDatum, number: number): string => {
  const { choices } = datum;
  if (choices) return choices[number % choices.length] ?? '';
  const place = KEY_DATA.indexOf(datum);
  // The form of millimetres and of inches is the same.
  return isMeasure(datum) ? `1.${number + 1}${place}5` : `${datum.label} ${number}`;
};

type Given = Map<KeyDatum, string>;
/** Some fields, each with its present value or another one. */
const updates = fc
  .subarray([...KEY_DATA], { minLength: 1 })
  .chain((data) =>
    fc
      .array(fc.nat({ max: 8 }), { minLength: data.length, maxLength: data.length })
      .map((numbers): Given => new Map(data.map((datum, at) => [datum, sampleOf(datum, numbers[at] ?? 0)]))),
  );

/** On REST, the listing has the two measures of a depth under one name. */
const isPaired = ({ name }: KeyDatum, naming: Naming) =>
  naming === 'listing' && /^depth\dTwoX$|^depth\dOneX$/.test(name);
const placeInPair = ({ name }: KeyDatum) => (name.endsWith('OneX') ? 0 : 1);

function bodyOf(given: Given, naming: Naming, isForm: boolean): object | string {
  const body: Record<string, unknown> = {};
  for (const [datum, value] of given) {
    const wire = datum.wire[naming];
    if (!isPaired(datum, naming)) body[wire] = value;
    else if (isForm) body[`${wire}[${placeInPair(datum)}]`] = value;
    else body[wire] = ((body[wire] as unknown[]) ?? [null, null]).with(placeInPair(datum), value);
  }
  return isForm ? new URLSearchParams(body as Record<string, string>).toString() : body;
}

/** The values of a product in the form's naming, by the names of the key data. */
const valuesIn = (product: Record<string, string>) =>
  Object.fromEntries(KEY_DATA.map(({ name, wire }) => [name, product[wire.form]]));
const expected = (before: Record<string, string | undefined>, given: Given) => ({
  ...before,
  ...Object.fromEntries([...given].map(([{ name }, value]) => [name, value])),
});

let makeId: number;
beforeAll(async () => {
  makeId = (await createMake(app)).id;
});
beforeEach(() => app.sql('delete from models'));

const full: Given = new Map(KEY_DATA.map((datum) => [datum, sampleOf(datum, 0)]));
const post = async (path: string, body: object | string) => {
  const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const response = await app.rest('POST', path, { as: admin, body, headers });
  return { status: response.statusCode, product: response.json() };
};
/** A model with a value in every field. */
const fullModel = async () => {
  const body = { ...(bodyOf(full, 'form', false) as object), company_detail_id: makeId, model: 'CB', year: 2001 };
  const { product } = await post('/products', body);
  expect(valuesIn(product)).toEqual(expected({}, full));
  return product as { id: number } & Record<string, string>;
};

describe('what an update does not name stays, byte for byte', () => {
  test('on REST, in both namings, as JSON and as a form', async () => {
    let product = await fullModel();
    const { id } = product;
    await fc.assert(
      fc.asyncProperty(
        updates,
        fc.constantFrom<Naming>('form', 'listing'),
        fc.boolean(),
        async (given, naming, isForm) => {
          const before = valuesIn(product);
          const answer = await post(`/products/${id}?naming=${naming}`, bodyOf(given, naming, isForm));
          expect(answer.status).toBe(200);
          product = (await app.rest('GET', `/products/${id}`, { as: admin })).json();
          expect(valuesIn(product)).toEqual(expected(before, given));
        },
      ),
      { numRuns: 100 },
    );
  });

  const inGraph = (given: Given) => {
    const input: Record<string, unknown> = {};
    for (const [{ name, place, column }, value] of given) {
      if (!place) input[name] = value;
      else if (column === 'spacing')
        input.spacing = ((input.spacing as unknown[]) ?? Array(12).fill(null)).with(place - 1, value);
      else {
        const rows = (input.depth as object[]) ?? Array(8).fill(null);
        const row = Number(name[5]) - 1;
        const part = name.slice(6).replace(/^./, (letter) => letter.toLowerCase());
        input.depth = rows.with(row, { ...rows[row], [part]: value });
      }
    }
    return input;
  };
  test.each(['Model', 'KeySystem'] as const)('in the graph: saveModel and saveKeySystem (%s)', async (kind) => {
    const texts = KEY_DATA.filter(
      ({ place, group }) => !place && (kind === 'Model' || ['cutting', 'facts'].includes(group)),
    );
    const known = new Set(KEY_DATA.filter((datum) => datum.place || texts.includes(datum)));
    const ofKind = (given: Given): Given => new Map([...given].filter(([datum]) => known.has(datum)));
    const document = `mutation ($input: ${kind}Input!) { save${kind}(input: $input) {
      id spacing depth { name oneX twoX } ${texts.map(({ name }) => name).join(' ')} } }`;
    const save = async (input: object) => {
      const { data, errors } = await app.graph(document, { input }, admin);
      expect(errors).toBeUndefined();
      const { id, spacing, depth, ...rest } = data?.[`save${kind}`] ?? {};
      const measures = KEY_DATA.filter(({ place }) => place).map(({ name, place = 0, column }) => [
        name,
        column === 'spacing'
          ? spacing[place - 1]
          : depth[Number(name[5]) - 1][name.slice(6).replace(/^./, (letter) => letter.toLowerCase())],
      ]);
      return { id, values: { ...rest, ...Object.fromEntries(measures) } };
    };
    const needed = kind === 'Model' ? { makeId: String(makeId), name: 'CB', year: 2001 } : { name: 'Honda' };
    let { id, values } = await save({ ...needed, ...inGraph(ofKind(full)) });
    expect(values).toEqual(expected({}, ofKind(full)));
    await fc.assert(
      fc.asyncProperty(updates, async (any) => {
        const given = ofKind(any);
        const before = values;
        ({ values } = await save({ id, ...inGraph(given) }));
        expect(values).toEqual(expected(before, given));
      }),
      { numRuns: 50 },
    );
  });
});

test('an unchanged value on REST leaves the key system, the check and the version of the values', async () => {
  const { data } = await app.graph(
    `mutation { saveKeySystem(input: { name: "Kept", spacing: [".098", ".197"], depth: [{ oneX: ".276", twoX: ".200" }] }) { id } }`,
    {},
    admin,
  );
  const { id } = await fullModel();
  const save = `mutation ($input: ModelInput!) { saveModel(input: $input) { spacing depth { name oneX twoX } keySystem { id } checkedBy } }`;
  const model = async (input: object) => (await app.graph(save, { input: { id, ...input } }, admin)).data?.saveModel;
  const before = await model({ keySystemId: data?.saveKeySystem.id, checked: true });
  expect(before).toMatchObject({ keySystem: data?.saveKeySystem, checkedBy: admin.user?.username });
  for (const body of [{ number1: '.098' }, { num2: '.200' }, { number2: '.197', num1: '.276' }, { depth_name1: '' }])
    expect((await post(`/products/${id}`, body)).status).toBe(200);
  expect(await model({})).toEqual(before);

  // As for every other field, null empties.
  expect((await post(`/products/${id}`, { number2: null })).status).toBe(200);
  expect((await model({})).spacing).toEqual(before.spacing.with(1, ''));
});

test('a list in the graph names its places from the first: null keeps one, and what is behind the last is emptied', async () => {
  const { id } = await fullModel();
  const input = { id, spacing: ['.500', null, '.700'], depth: [null, { oneX: '.300' }] };
  const { data } = await app.graph(
    'mutation ($input: ModelInput!) { saveModel(input: $input) { spacing depth { name oneX twoX } } }',
    { input },
    admin,
  );
  const { spacing, depth } = data?.saveModel ?? {};
  const valueAt = (name: string) => full.get(KEY_DATA.find((datum) => datum.name === name)!);
  expect(spacing).toEqual(['.500', valueAt('spacing2'), '.700', ...Array(9).fill('')]);
  expect(depth.slice(0, 3)).toEqual([
    { name: valueAt('depth1Name'), oneX: valueAt('depth1OneX'), twoX: valueAt('depth1TwoX') },
    { name: valueAt('depth2Name'), oneX: '.300', twoX: valueAt('depth2TwoX') },
    { name: '', oneX: '', twoX: '' },
  ]);
});

test('an import, a bulk change and a correction change what they name', async () => {
  const product = await fullModel();
  const id = String(product.id);
  const stored = async () => valuesIn((await app.rest('GET', `/products/${id}`, { as: admin })).json());
  const before = await stored();
  const checked = await checkedImport(
    app,
    admin,
    csv([
      ['ID', 'Spacing 2', 'Depth 1 2X'],
      [id, '.200', '.150'],
    ]),
  );
  await act(app, admin, 'applyImport', checked.id);
  const imported = { ...before, spacing2: '.200', depth1TwoX: '.150' };
  expect(await stored()).toEqual(imported);
  const { data } = await app.graph(
    `mutation ($id: ID!) { setModelField(input: { selection: { ids: [$id] }, field: DEPTH_1_1X, value: ".250" }) { id } }`,
    { id },
    admin,
  );
  await act(app, admin, 'applyImport', data?.setModelField.id);
  expect(await stored()).toEqual({ ...imported, depth1OneX: '.250' });
  const sent = await app.graph(
    `mutation ($id: ID!, $make: String!) { createCorrection(input: { modelId: $id, make: $make, model: "CB", year: 2001,
       email: "a@example.com", comment: "Wrong", proposals: [{ field: SPACING_3, proposed: ".333" }] }) { id } }`,
    { id, make: (await app.sql('select display_name from makes where id = ?', [makeId]))[0]!.display_name },
    admin,
  );
  const applied = await app.graph(
    'mutation ($id: ID!) { applyCorrection(input: { id: $id, fields: [SPACING_3] }) { id } }',
    { id: sent.data?.createCorrection.id },
    admin,
  );
  expect(applied.errors).toBeUndefined();
  expect(await stored()).toEqual({ ...imported, depth1OneX: '.250', spacing3: '.333' });
});
