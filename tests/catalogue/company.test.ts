import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseAtTerminal } from '../../server/accounts/users/erasure.operations';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { type Person, sharedApp } from '../support/app';
import { createClient, createMake, createModel, createUser } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';
import { act } from '../support/sheets';
import { faultsOf } from '../support/tables';

/* docs/rules.md, "Own values and notes". */

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
let honda: Make;
let model: Model;
/** Two colleagues, and somebody of another company. */
let ann: Person;
let bob: Person;
let other: Person;
beforeAll(async () => {
  honda = await createMake(app, { displayName: 'Honda' });
});
beforeEach(async () => {
  model = await createModel(app, honda, { name: 'CB 500', year: 1998, ilco: 'X138', silca: 'HON66' });
  const client = await createClient(app);
  [ann, bob] = [
    await signedIn(app, await createUser(app, { client })),
    await signedIn(app, await createUser(app, { client })),
  ];
  other = await people.locksmith(app);
});

const VALUE = 'id field value username version';
const NOTE = 'id text username own deletable version';
const SHEET = 'id modelId make name year valuesCount notesCount username version';
const DOCUMENTS = {
  saveOwnValue: `mutation ($input: SaveOwnValueInput!) { saveOwnValue(input: $input) { ${VALUE} } }`,
  deleteOwnValue: `mutation ($input: DeleteOwnValueInput!) { deleteOwnValue(input: $input) { id } }`,
  saveCompanyNote: `mutation ($input: SaveCompanyNoteInput!) { saveCompanyNote(input: $input) { ${NOTE} } }`,
  deleteCompanyNote: `mutation ($input: DeleteCompanyNoteInput!) { deleteCompanyNote(input: $input) { id } }`,
  saveVanBlanks: 'mutation ($input: SaveVanBlanksInput!) { saveVanBlanks(input: $input) { blanks { id } } }',
  saveOwnSheet: `mutation ($input: SaveOwnSheetInput!) { saveOwnSheet(input: $input) { ${SHEET} } }`,
  moveOwnSheet: `mutation ($input: MoveOwnSheetInput!) { moveOwnSheet(input: $input) { ${SHEET} } }`,
  deleteOwnSheet: `mutation ($input: DeleteOwnSheetInput!) { deleteOwnSheet(input: $input) { id } }`,
};
type Write = keyof typeof DOCUMENTS;
const write = (name: Write, input: object, as: Person) => app.graph(DOCUMENTS[name], { input }, as);
const done = async (name: Write, input: object, as: Person) => {
  const { data, errors } = await write(name, input, as);
  expect(errors).toBeUndefined();
  return data![name];
};
const refusal = async (name: Write, input: object, as: Person) => {
  const { code, errors } = (await write(name, input, as)).errors![0]!.extensions;
  return errors ?? code;
};
const read = async (query: string, as: Person) => {
  const { data, errors } = await app.graph(`{ found: ${query} }`, {}, as);
  expect(errors).toBeUndefined();
  return data!.found;
};
const valuesOf = (as: Person, { id } = model) => read(`ownValues(modelId: ${id}) { ${VALUE} }`, as);
const notesOf = (as: Person, { id } = model) => read(`companyNotes(modelId: ${id}) { ${NOTE} }`, as);
const sheetsOf = (as: Person, args = '') => read(`ownSheets${args} { items { ${SHEET} } total }`, as);
const keep = (value: string, as = ann, more = {}) =>
  done('saveOwnValue', { modelId: model.id, field: 'ILCO', value, ...more }, as);
const note = (text: string, as = ann, more = {}) => done('saveCompanyNote', { modelId: model.id, text, ...more }, as);

describe('own values', () => {
  test('are kept one for each field, seen by colleagues only, and never in the catalogue', async () => {
    const saved = await keep('X221');
    expect(saved).toMatchObject({ field: 'ILCO', value: 'X221', username: ann.user!.username, version: 1 });
    await done('saveOwnValue', { modelId: model.id, field: 'DEPTH_2_1X', value: ' .272 ' }, bob);
    const seen = [
      { field: 'ILCO', value: 'X221' },
      { field: 'DEPTH_2_1X', value: '.272', username: bob.user!.username },
    ];
    expect(await valuesOf(ann)).toMatchObject(seen);
    expect(await valuesOf(bob)).toMatchObject(seen);
    expect(await valuesOf(other)).toEqual([]);
    expect((await app.graph(`{ ownValues(modelId: ${model.id}) { id } }`, {}, admin)).errors![0]!.extensions.code).toBe(
      'FORBIDDEN',
    );
    expect(await app.sql('select ilco, version from models where id = ?', [model.id])).toEqual([
      { ilco: 'X138', version: 1 },
    ]);
    // They open no sheet, and the log, which administrators read, does not have them.
    expect(await app.sql('select 1 from sheet_openings where user_id = ?', [ann.user!.id])).toEqual([]);
    expect(await app.sql(`select 1 from log_entries where details like '%X221%'`)).toEqual([]);
  });

  test('follow the rules of the catalogue’s field', async () => {
    const refuse = (field: string, value: string) => refusal('saveOwnValue', { modelId: model.id, field, value }, ann);
    expect(await refuse('ILCO', ' ')).toEqual({ value: ['The ILCO field is required.'] });
    expect(await refuse('ILCO', 'x'.repeat(256))).toEqual({
      value: ['The ILCO may not have more than 255 characters.'],
    });
    expect(await refuse('UNIT', 'cubit')).toEqual({ value: ['The Unit must be inch or mm, or empty.'] });
    expect(await refuse('PRICE', '1')).toBe('BAD_USER_INPUT');
    await done('saveOwnValue', { modelId: model.id, field: 'TIPS', value: 'First\nsecond​  line' }, ann);
    expect(await valuesOf(ann)).toMatchObject([{ value: 'First\nsecond line' }]);
  });

  test('are not overwritten unseen', async () => {
    const first = await keep('X221', ann, { version: 0 });
    expect(await refusal('saveOwnValue', { modelId: model.id, field: 'ILCO', value: 'X9', version: 0 }, bob)).toBe(
      'CONFLICT',
    );
    expect(await keep('X222', bob, { version: 1 })).toMatchObject({ id: first.id, version: 2 });
    expect(await refusal('deleteOwnValue', { id: first.id, version: 1 }, ann)).toBe('CONFLICT');
    await done('deleteOwnValue', { id: first.id, version: 2 }, ann);
    expect(await refusal('saveOwnValue', { modelId: model.id, field: 'ILCO', value: 'X9', version: 2 }, bob)).toBe(
      'CONFLICT',
    );
    // A bike of the catalogue of which nothing is kept has no own sheet.
    expect(await sheetsOf(ann)).toEqual({ items: [], total: 0 });
  });

  test('arrive once, also if they are sent at the same time', async () => {
    const sentId = crypto.randomUUID();
    const [one, same] = await Promise.all([keep('X221', ann, { sentId, version: 0 }), keep('X221', ann, { sentId })]);
    expect(same.id).toBe(one.id);
    expect((await keep('X333', ann, { sentId, version: 0 })).value).toBe('X221');
    const [left, right] = await Promise.all([
      done('saveOwnValue', { modelId: model.id, field: 'JMA', value: 'A' }, ann),
      done('saveOwnValue', { modelId: model.id, field: 'JMA', value: 'B' }, bob),
    ]);
    expect(left.id).toBe(right.id);
    expect(await valuesOf(ann)).toHaveLength(2);
  });

  test('an id is remembered for three days', async () => {
    const [old, young] = [crypto.randomUUID(), crypto.randomUUID()];
    await keep('X221', ann, { sentId: old });
    await keep('X333', ann, { sentId: young });
    const age = (sentId: string, hours: number) =>
      app.sql('update arrivals set arrived_at = now() - make_interval(hours => ?) where sent_id = ?', [hours, sentId]);
    await age(old, 73);
    await age(young, 71);
    await keep('X444', ann, { sentId: crypto.randomUUID() });
    const kept = await app.sql('select sent_id from arrivals where sent_id in (?, ?)', [old, young]);
    expect(kept).toEqual([{ sent_id: young }]);
  });

  test('an id that was sent with another write is refused, and shows nothing of that number', async () => {
    const sentId = crypto.randomUUID();
    await keep('X221', ann, { sentId });
    // A line of the log with the number of the value.
    await app.sql(
      `with line as (insert into log_entries (username, details, created_at) values ('admin', 'Secret', now()) returning id)
       update arrivals set record = replace(record, (select max(id)::text from own_values), id::text) from line
       where sent_id = ?`,
      [sentId],
    );
    const print = await app.graph(
      'mutation ($input: PrintSheetInput!) { printSheet(input: $input) { id details } }',
      { input: { modelId: model.id, sentId } },
      ann,
    );
    expect(print.errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await refusal('saveCompanyNote', { modelId: model.id, text: 'Note', sentId }, ann)).toBe('CONFLICT');
    expect(await notesOf(ann)).toEqual([]);
  });

  test('are of one company: an id of another one is missing', async () => {
    const { id } = await keep('X221');
    expect(await refusal('deleteOwnValue', { id }, other)).toBe('NOT_FOUND');
    expect(await refusal('saveOwnValue', { modelId: 999_999, field: 'ILCO', value: 'X' }, ann)).toBe('NOT_FOUND');
    expect(await refusal('saveOwnValue', { field: 'ILCO', value: 'X' }, ann)).toEqual({
      modelId: ['Name the model or the own sheet.'],
    });
    const { items } = await sheetsOf(ann);
    const sheetId = items[0].id;
    expect(await read(`ownValues(sheetId: ${sheetId}) { id }`, other)).toEqual([]);
    expect(await refusal('saveOwnValue', { sheetId, field: 'JMA', value: 'X' }, other)).toBe('NOT_FOUND');
    expect(await refusal('saveCompanyNote', { sheetId, text: 'X' }, other)).toBe('NOT_FOUND');
    for (const name of ['deleteOwnSheet', 'saveOwnSheet'] as const)
      expect(await refusal(name, name === 'deleteOwnSheet' ? { id: sheetId } : { ...BIKE, id: sheetId }, other)).toBe(
        'NOT_FOUND',
      );
  });
});

const BIKE = { make: 'Ural', name: 'Ranger', year: 2014 };

describe('own sheets', () => {
  test('are of bikes that the catalogue lacks, with a value for any field', async () => {
    const values = [
      { field: 'ILCO', value: 'X77' },
      { field: 'SPACING_1', value: '.098' },
      { field: 'JMA', value: '' },
    ];
    const sheet = await done('saveOwnSheet', { ...BIKE, values }, ann);
    expect(sheet).toMatchObject({ ...BIKE, modelId: null, valuesCount: 2, version: 1 });
    expect(await read(`ownValues(sheetId: ${sheet.id}) { field value }`, bob)).toEqual(values.slice(0, 2));
    const changed = await done(
      'saveOwnSheet',
      { ...BIKE, id: sheet.id, version: 1, year: 2015, values: [{ field: 'ILCO', value: 'X78' }] },
      bob,
    );
    expect(changed).toMatchObject({ year: 2015, valuesCount: 1, version: 2, username: ann.user!.username });
    expect(await refusal('saveOwnSheet', { ...BIKE, id: sheet.id, version: 1 }, ann)).toBe('CONFLICT');
    const twice = [values[0], values[0]];
    expect(await refusal('saveOwnSheet', { ...BIKE, values: twice }, ann)).toEqual({
      values: ['There is more than one value for the same field.'],
    });
    expect(
      await refusal(
        'saveOwnSheet',
        { make: ' ', name: '', year: 1066, values: [{ field: 'UNIT', value: 'ell' }] },
        ann,
      ),
    ).toMatchObject({ make: ['The make field is required.'], name: ['The model field is required.'] });
    expect(await refusal('saveOwnSheet', { ...BIKE, values: [{ field: 'UNIT', value: 'ell' }] }, ann)).toEqual({
      unit: ['The Unit must be inch or mm, or empty.'],
    });
    await done('deleteOwnSheet', { id: sheet.id }, bob);
    expect(await refusal('deleteOwnSheet', { id: sheet.id }, bob)).toBe('NOT_FOUND');
    expect(await app.sql('select 1 from own_values where sheet_id = ?', [sheet.id])).toEqual([]);
  });

  test('are listed by page, sorted, and found by any word', async () => {
    await keep('Z404');
    await note('Ask the dealer in Oslo');
    for (const year of [2014, 2003, 1999]) await done('saveOwnSheet', { ...BIKE, year }, ann);
    const years = async (args: string) => (await sheetsOf(bob, args)).items.map(({ year }: any) => year);
    expect(await years('(sortBy: YEAR, dir: ASC)')).toEqual([1998, 1999, 2003, 2014]);
    expect(await years('(sortBy: YEAR, dir: DESC, page: 2, limit: 3)')).toEqual([1998]);
    expect(await years('(sortBy: MAKE, dir: ASC)')).toEqual([1998, 2014, 2003, 1999]);
    const search = (text: string) => years(`(sortBy: YEAR, filter: { search: "${text}" })`);
    expect(await search('ranger 2003 URAL')).toEqual([2003]);
    expect(await search('z404')).toEqual([1998]);
    expect(await search('oslo honda')).toEqual([1998]);
    expect(await search('100%')).toEqual([]);
    expect(await years('(filter: { inCatalogue: true })')).toEqual([1998]);
    expect((await sheetsOf(bob, '(filter: { inCatalogue: false }, limit: 1)')).total).toBe(3);
    expect((await sheetsOf(other)).total).toBe(0);
  });

  test('remain when a model is deleted, and belong to it again when it is restored', async () => {
    await keep('X221');
    await note('Seat lock is reversed');
    const started = await app.graph(
      `mutation ($input: DeleteModelsInput!) { deleteModels(input: $input) { id } }`,
      { input: { selection: { ids: [String(model.id)] } } },
      admin,
    );
    const { id } = started.data!.deleteModels;
    expect((await act(app, admin, 'applyImport', id)).done).toMatchObject({ state: 'APPLIED' });
    const { items } = await sheetsOf(bob);
    const bike = { make: 'Honda', name: 'CB 500', year: 1998 };
    expect(items).toMatchObject([{ ...bike, modelId: null, valuesCount: 1, notesCount: 1 }]);
    // It can be edited like any other one, now that the catalogue has not got the bike.
    const values = [{ field: 'ILCO', value: 'X222' }];
    await done('saveOwnSheet', { ...bike, name: 'CB 500 S', id: items[0].id, values }, bob);
    expect((await act(app, admin, 'undoImport', id)).done).toMatchObject({ state: 'UNDONE' });
    expect((await sheetsOf(bob)).items).toMatchObject([{ ...bike, modelId: String(model.id) }]);
    expect(await valuesOf(ann)).toMatchObject([{ value: 'X222' }]);
    expect(await notesOf(ann)).toHaveLength(1);
    expect(await refusal('saveOwnSheet', { ...bike, id: items[0].id }, bob)).toBe('CONFLICT');
  });

  test('can be moved to the model once the catalogue has the bike, where newer values stay', async () => {
    const values = [
      { field: 'ILCO', value: 'OLD' },
      { field: 'JMA', value: 'SUZ-1' },
    ];
    const bike = { make: 'Honda', name: 'CB 500', year: 1998 };
    const sheet = await done('saveOwnSheet', { ...bike, values }, ann);
    await app.sql('delete from models where id <> ?', [model.id]);
    expect(await read(`ownSheet(id: ${sheet.id}) { newModelId }`, ann)).toEqual({ newModelId: String(model.id) });
    await done('saveCompanyNote', { sheetId: sheet.id, text: 'Note' }, bob);
    await keep('NEW', bob);
    expect(await refusal('moveOwnSheet', { id: sheet.id, modelId: model.id }, other)).toBe('NOT_FOUND');
    const moved = await done('moveOwnSheet', { id: sheet.id, modelId: model.id }, ann);
    expect(moved).toMatchObject({ modelId: String(model.id), valuesCount: 2, notesCount: 1 });
    expect(await valuesOf(ann)).toMatchObject([{ value: 'NEW' }, { value: 'SUZ-1' }]);
    expect(await refusal('moveOwnSheet', { id: moved.id, modelId: model.id }, ann)).toBe('CONFLICT');
    expect((await sheetsOf(ann)).total).toBe(1);
  });

  test('are not moved to a model where there would be more than 100 notes', async () => {
    const sheet = await done('saveOwnSheet', BIKE, ann);
    await done('saveCompanyNote', { sheetId: sheet.id, text: 'One more' }, ann);
    await note('First');
    await app.sql(
      `insert into company_notes (sheet_id, text, username, created_at, updated_at)
       select id, 'x', 'x', now(), now() from own_sheets, generate_series(1, 99)
       where model_id = ? and client_id = ?`,
      [model.id, ann.user!.client.id],
    );
    expect(await refusal('moveOwnSheet', { id: sheet.id, modelId: model.id }, ann)).toBe('CONFLICT');
    expect(await notesOf(ann)).toHaveLength(100);
    expect((await sheetsOf(ann)).total).toBe(2);
  });

  test('have the model’s present name', async () => {
    await keep('X221');
    await app.sql(`update models set name = 'CB 500 F' where id = ?`, [model.id]);
    expect((await sheetsOf(bob)).items).toMatchObject([{ name: 'CB 500 F' }]);
  });

  test('are at most 5,000 of a company, and 100 notes on a bike', async () => {
    await note('First');
    const [sheet] = (await sheetsOf(ann)).items;
    await app.sql(
      `insert into company_notes (sheet_id, text, username, created_at, updated_at)
       select ?, 'x', 'x', now(), now() from generate_series(1, 99)`,
      [sheet.id],
    );
    const full = await write('saveCompanyNote', { modelId: model.id, text: 'x' }, ann);
    expect(full.errors![0]!.message).toBe('A bike has at most 100 notes: please delete some first.');
    await app.sql(
      `insert into own_sheets (client_id, make, name, year, username, created_at, updated_at)
       select client_id, 'x', 'x', 2000, 'x', now(), now() from own_sheets, generate_series(1, 4999) where id = ?`,
      [sheet.id],
    );
    const most = await write('saveOwnSheet', BIKE, ann);
    expect(most.errors![0]!.message).toBe(
      'Your company has 5,000 own sheets, which is the most: please delete one first.',
    );
    // What is there already can still be changed.
    await keep('X221');
  });
});

describe('notes', () => {
  test('are read by the company, and changed and deleted by their author', async () => {
    const first = await note('One\r\ntwo');
    expect(first).toMatchObject({ text: 'One\ntwo', own: true, deletable: true, version: 1 });
    await note('Of Bob', bob);
    expect(await notesOf(bob)).toMatchObject([
      { text: 'One\ntwo', username: ann.user!.username, own: false, deletable: false },
      { text: 'Of Bob', own: true },
    ]);
    expect(await notesOf(other)).toEqual([]);
    expect(await refusal('saveCompanyNote', { id: first.id, text: 'Mine' }, bob)).toBe('FORBIDDEN');
    expect(await refusal('deleteCompanyNote', { id: first.id }, bob)).toBe('FORBIDDEN');
    for (const name of ['saveCompanyNote', 'deleteCompanyNote'] as const)
      expect(await refusal(name, { id: first.id, ...(name === 'saveCompanyNote' && { text: 'x' }) }, other)).toBe(
        'NOT_FOUND',
      );
    expect(await done('saveCompanyNote', { id: first.id, text: 'Three', version: 1 }, ann)).toMatchObject({
      version: 2,
    });
    expect(await refusal('saveCompanyNote', { id: first.id, text: 'Four', version: 1 }, ann)).toBe('CONFLICT');
    expect(await refusal('saveCompanyNote', { modelId: model.id, text: 'x'.repeat(2_001) }, ann)).toEqual({
      text: ['The note may not have more than 2000 characters.'],
    });
    expect(await refusal('saveCompanyNote', { modelId: model.id, text: ' \n ' }, ann)).toEqual({
      text: ['The note field is required.'],
    });
    await done('deleteCompanyNote', { id: first.id }, ann);
    expect(await notesOf(ann)).toHaveLength(1);
    const sentId = crypto.randomUUID();
    expect((await note('Once', ann, { sentId })).id).toBe((await note('Once', ann, { sentId })).id);
  });

  test('of a colleague who has left can be deleted by anybody of the company', async () => {
    const { id } = await note('Of Ann');
    await app.sql('update users set client_id = ? where id = ?', [(await createClient(app)).id, ann.user!.id]);
    expect(await notesOf(bob)).toMatchObject([{ own: false, deletable: true }]);
    expect(await refusal('saveCompanyNote', { id, text: 'x' }, bob)).toBe('FORBIDDEN');
    await done('deleteCompanyNote', { id }, bob);
    expect(await notesOf(bob)).toEqual([]);
  });
});

describe('what a company keeps', () => {
  test('is seen at once by a user who comes, and no longer by one who leaves', async () => {
    await keep('X221');
    expect(await valuesOf(bob)).toHaveLength(1);
    const { data } = await app.graph(
      'query ($id: ID!) { user(id: $id) { client { id } } }',
      { id: bob.user!.id },
      admin,
    );
    const move = (user: Person, clientId: unknown) =>
      app.graph(
        'mutation ($input: UserInput!) { saveUser(input: $input) { id } }',
        { input: { id: user.user!.id, clientId } },
        admin,
      );
    await move(bob, other.user!.client.id);
    expect(await valuesOf(bob)).toEqual([]);
    await move(other, data!.user.client.id);
    expect(await valuesOf(other)).toHaveLength(1);
  });

  test('goes with its client', async () => {
    await keep('X221');
    await note('Note');
    await app.sql('delete from users where client_id = (select client_id from users where id = ?)', [ann.user!.id]);
    const { errors } = await app.graph(
      'mutation ($id: ID!) { deleteClient(input: { id: $id }) { id } }',
      { id: ann.user!.client.id },
      admin,
    );
    expect(errors).toBeUndefined();
    expect(await app.sql('select 1 from own_sheets where model_id = ?', [model.id])).toEqual([]);
    expect(await app.sql(`select 1 from own_values where value = 'X221' and user_id is null`)).toEqual([]);
  });

  test('joins that of the other client in a merge, where the newer of two values stays', async () => {
    await keep('OLD');
    await done('saveOwnValue', { modelId: model.id, field: 'SILCA', value: 'NEW' }, other);
    await keep('NEW', other);
    await done('saveOwnValue', { modelId: model.id, field: 'SILCA', value: 'NEWER' }, ann);
    await done('saveOwnValue', { modelId: model.id, field: 'JMA', value: 'SAME' }, ann);
    await done('saveOwnValue', { modelId: model.id, field: 'JMA', value: 'SAME' }, other);
    await done('saveOwnValue', { modelId: model.id, field: 'OEM', value: 'ONLY ANN' }, ann);
    await note('Of Ann');
    await note('Of the other', other);
    await done('saveOwnSheet', BIKE, ann);
    await done('saveOwnSheet', BIKE, other);
    const ids = { fromId: ann.user!.client.id, intoId: other.user!.client.id };
    const preview = await app.graph(
      'query ($fromId: ID!, $intoId: ID!) { clientMerge(fromId: $fromId, intoId: $intoId) { replacedValues } }',
      ids,
      admin,
    );
    expect(preview.data!.clientMerge).toEqual({ replacedValues: 2 });
    const merged = await app.graph(
      'mutation ($input: MergeClientsInput!) { mergeClients(input: $input) { id } }',
      { input: ids },
      admin,
    );
    expect(merged.errors).toBeUndefined();
    const values = await valuesOf(ann);
    expect(values.map(({ field, value }: any) => `${field} ${value}`)).toEqual([
      'ILCO NEW',
      'JMA SAME',
      'SILCA NEWER',
      'OEM ONLY ANN',
    ]);
    expect(await valuesOf(other)).toEqual(values);
    expect((await notesOf(other)).map(({ text }: any) => text)).toEqual(['Of Ann', 'Of the other']);
    expect(await sheetsOf(bob)).toMatchObject({ total: 3 });
  });

  test('takes 50 MB at most, and deleting makes room', async () => {
    const { id: big } = await done('saveOwnSheet', { ...BIKE, values: [{ field: 'ILCO', value: 'X1' }] }, bob);
    const { version } = await keep('X221');
    const { id } = await note('Note');
    const [kept] = await app.sql(`select sum(s.bytes)::int as bytes from own_sheets s where client_id = ?`, [
      ann.user!.client.id,
    ]);
    expect(kept).toEqual({ bytes: 200 + 'UralRanger'.length + 300 + 'X1X221Note'.length });
    await app.sql('update own_sheets set bytes = 50000000 - ? where id = ?', [kept!.bytes, Number(big)]);
    const faults = await faultsOf<[Write, object]>(
      [
        ['a longer value', ['saveOwnValue', { modelId: model.id, field: 'ILCO', value: 'x'.repeat(255) }]],
        ['another value', ['saveOwnValue', { modelId: model.id, field: 'TIPS', value: 'x'.repeat(300) }]],
        ['a note', ['saveCompanyNote', { modelId: model.id, text: 'x'.repeat(300) }]],
        ['a longer note', ['saveCompanyNote', { id, modelId: model.id, text: 'x'.repeat(300) }]],
        ['a sheet', ['saveOwnSheet', { ...BIKE, values: [{ field: 'TIPS', value: 'x'.repeat(300) }] }]],
        ['blanks', ['saveVanBlanks', { blanks: ['a', 'b', 'c'].map((name) => ({ name, add: 1 })) }]],
      ],
      async ([name, input]) => expect(await refusal(name, input, ann)).toBe('CONFLICT'),
    );
    expect(faults).toEqual({});
    await keep('X2', ann, { version });
    await done('deleteOwnSheet', { id: big }, bob);
    await note('x'.repeat(300));
    // A call with a list counts what it writes: a sheet with a value.
    expect(
      await app.sql(`select key, count from attempts where key ~ ? order by key`, [` (by) ${bob.user!.id}$`]),
    ).toEqual([
      { key: `values kept by ${bob.user!.id}`, count: 2 },
      { key: `writes sent by ${bob.user!.id}`, count: 2 },
    ]);
  });

  test('stays when a user is erased, under a pseudonym', async () => {
    await keep('X221');
    await note('Note');
    const { pseudonym } = await eraseAtTerminal(app.system, { who: ann.user!.username });
    expect(await valuesOf(bob)).toMatchObject([{ value: 'X221', username: pseudonym }]);
    expect(await notesOf(bob)).toMatchObject([{ text: 'Note', username: pseudonym, deletable: true }]);
    expect((await sheetsOf(bob)).items).toMatchObject([{ username: pseudonym }]);
  });

  test('is in its own export, and in none of the catalogue', async () => {
    await keep('X-OURS');
    await done('saveOwnValue', { modelId: model.id, field: 'TIPS', value: '=1+1\n"two"' }, bob);
    await note('Our note');
    await done('saveOwnSheet', { ...BIKE, values: [{ field: 'SPACING_1', value: '.098' }] }, bob);
    const download = (as: Person, headers = {}) =>
      app.app.inject({ url: '/our-sheets.csv', headers: { cookie: `session=${as.token}`, ...headers } });
    const file = await download(bob);
    expect(file.headers['content-disposition']).toBe('attachment; filename="our-sheets.csv"');
    const text = file.body.replaceAll(/,[^,]*@example.com,\d{4}-\d\d-\d\d \d\d:\d\d\r\n/g, ',…\r\n');
    expect(text).toBe(
      '\uFEFFMake,Model,Year,In the catalogue,Field,Value,By,Date (UTC)\r\n' +
        'Honda,CB 500,1998,Yes,ILCO,X-OURS,…\r\n' +
        `Honda,CB 500,1998,Yes,Tips,"'=1+1\n""two""",…\r\n` +
        'Honda,CB 500,1998,Yes,Note,Our note,…\r\n' +
        'Ural,Ranger,2014,No,Spacing 1,.098,…\r\n',
    );
    expect((await download(other)).body).not.toContain('Honda');
    expect((await download(admin)).statusCode).toBe(403);
    expect((await download({})).statusCode).toBe(401);
    expect((await download(bob, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const everything = await app.rest('GET', '/products/download?format=csv&complete=true', { as: admin });
    expect(everything.body).toContain('CB 500');
    expect(everything.body).not.toMatch(/X-OURS|Our note|Ural/);
  });
});
