import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { blankKey, blanksIn } from '../../server/catalogue/blanks/blanksIn';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { type CellPair, keysIn, meaningOf, namesBeside, namesOn } from '../../server/catalogue/van/equalBlanks';
import { type Person, sharedApp } from '../support/app';
import { createClient, createMake, createModel, createUser } from '../support/factories';
import { people, sharedPerson, signedIn } from '../support/people';

/* docs/rules.md, "Blanks in the van". */

const app = sharedApp({ config: { sheetsPerHour: 30, jumpMatchesPerHour: 10 } });
const administrator = sharedPerson(app, 'administrator');
let make: Make;
beforeAll(async () => {
  make = await createMake(app, { displayName: 'Honda' });
});

const FIELDS = 'id name count username updatedAt version';
const save = (as: Person, blanks: object[], sentId?: string) =>
  app.graph(
    `mutation ($input: SaveVanBlanksInput!) { saveVanBlanks(input: $input) { blanks { ${FIELDS} } } }`,
    { input: { blanks, sentId } },
    as,
  );
const saved = async (as: Person, blanks: object[]) => {
  const { data, errors } = await save(as, blanks);
  expect(errors).toBeUndefined();
  return data!.saveVanBlanks.blanks;
};
const listed = async (as: Person, args = '') => {
  const { data, errors } = await app.graph(`{ vanBlanks${args} { total items { ${FIELDS} } } }`, {}, as);
  expect(errors).toBeUndefined();
  return data!.vanBlanks;
};
/** The list as "X265 3". */
const counts = async (as: Person, args?: string): Promise<string[]> =>
  (await listed(as, args)).items.map(({ name, count }: { name: string; count: number }) => `${name} ${count}`);
const problemOf = ({ errors }: Awaited<ReturnType<typeof save>>) =>
  errors?.[0] && [errors[0].extensions.code, errors[0].extensions.errors?.blanks?.[0] ?? errors[0].message];
const onSheet = (as: Person, { id }: Model) =>
  app.graph(
    `query ($id: ID!) { vanBlanksFor(modelId: $id) { keepsList matches { match field name blank { name count } } } }`,
    { id },
    as,
  );
/** What the van has for a sheet, as "3 X265: HD109 ILCO EQUAL". */
const has = async (as: Person, model: Model): Promise<string[]> => {
  const { data, errors } = await onSheet(as, model);
  expect(errors).toBeUndefined();
  return data!.vanBlanksFor.matches.map(
    ({
      match,
      field,
      name,
      blank,
    }: {
      match: string;
      field: string;
      name: string;
      blank: { name: string; count: number };
    }) => `${blank.count} ${blank.name}: ${name} ${field} ${match}`,
  );
};
const colleagues = async () => {
  const client = await createClient(app);
  const [one, other] = [await createUser(app, { client }), await createUser(app, { client })];
  return { client, one: await signedIn(app, one), other: await signedIn(app, other) };
};

describe('saveVanBlanks', () => {
  test('adds blanks, adds to and takes from counts, whatever the case, spaces, hyphens and dots', async () => {
    const { one, other } = await colleagues();
    const first = await saved(one, [
      { name: 'HON70MH-SI', add: 2 },
      { name: ' X265', count: 3 },
      { name: 'x-265', add: 1 },
    ]);
    expect(first.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['HON70MH-SI', 2],
      ['X265', 4],
    ]);
    const [blank] = await saved(other, [{ name: 'hon 70.mh si', add: -2 }]);
    expect(blank).toMatchObject({ name: 'HON70MH-SI', count: 0, username: other.user!.username, version: 2 });
    // None left, but still listed.
    expect(await counts(one)).toEqual(['HON70MH-SI 0', 'X265 4']);
  });

  test('loses none of twenty calls at once, of new blanks too', async () => {
    const { one, other } = await colleagues();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        save(n % 2 ? one : other, [
          { name: 'HD109', add: 3 },
          { name: `X${n}`, add: 1 },
        ]),
      ),
    );
    expect((await counts(one, '(filter: {text: "hd109"})'))[0]).toBe('HD109 60');
    expect((await listed(one)).total).toBe(21);
    await Promise.all(Array.from({ length: 20 }, () => save(one, [{ name: 'HD109', add: -1 }])));
    expect((await counts(other, '(filter: {text: "hd109"})'))[0]).toBe('HD109 40');
  });

  test('refuses a count that was read before somebody else counted, and one for a blank that came or went', async () => {
    const { one, other } = await colleagues();
    const [read] = await saved(one, [{ name: 'X265', count: 3 }]);
    await saved(other, [{ name: 'X265', add: 1 }]);
    const stale = { name: 'X265', count: 9, version: read.version };
    expect(problemOf(await save(one, [{ name: 'X138', add: 1 }, stale]))).toEqual([
      'CONFLICT',
      'Somebody has counted X265 meanwhile: 4 in the van.',
    ]);
    expect(problemOf(await save(one, [{ name: 'X-265', count: 1 }]))).toEqual([
      'CONFLICT',
      'X265 is in the list already: 4 in the van.',
    ]);
    expect(problemOf(await save(one, [{ name: 'X138', count: 1, version: 1 }]))).toEqual([
      'CONFLICT',
      'X138 is no longer in the list.',
    ]);
    // All or none: the other blank of the first call was not added.
    expect(await counts(one)).toEqual(['X265 4']);
    expect(await saved(one, [{ name: 'X-265', count: 9, version: read.version + 1 }])).toMatchObject([
      { name: 'X-265', count: 9 },
    ]);
  });

  test('takes away only what is there, and counts up to 9,999', async () => {
    const { one } = await colleagues();
    await saved(one, [
      { name: 'X265', count: 1 },
      { name: 'X84', count: 0 },
      { name: 'X138', count: 9999 },
    ]);
    for (const [name, add, code, message] of [
      ['X265', -2, 'CONFLICT', 'Only 1 left in the van: X265.'],
      ['x84', -1, 'CONFLICT', 'None left in the van: X84.'],
      ['X291', -1, 'CONFLICT', 'X291 is not in the list.'],
      ['X138', 1, 'BAD_USER_INPUT', 'X138: the count may be 9,999 at most.'],
    ] as const)
      expect(problemOf(await save(one, [{ name, add }]))).toEqual([code, message]);
    expect(await counts(one)).toEqual(['X84 0', 'X138 9999', 'X265 1']);
  });

  test('names what is wrong with an input', async () => {
    const { one } = await colleagues();
    for (const [blank, message] of [
      [{ name: '', add: 1 }, 'The blank field is required.'],
      [{ name: '--', add: 1 }, 'The name of a blank has a letter or a digit.'],
      [{ name: 'X'.repeat(256), add: 1 }, 'The blank may not have more than 255 characters.'],
      [{ name: 'X265' }, 'Give a number to add or a count, and not both.'],
      [{ name: 'X265', add: 1, count: 2 }, 'Give a number to add or a count, and not both.'],
      [{ name: 'X265', count: 10_000 }, 'The count must be from 0 to 9999.'],
    ] as const)
      expect(problemOf(await save(one, [blank]))).toEqual(['BAD_USER_INPUT', message]);
    const many = Array.from({ length: 1001 }, (_, n) => ({ name: `X${n}`, add: 1 }));
    expect(problemOf(await save(one, many))?.[1]).toBe('At most 1,000 blanks can be changed at once.');
  });

  test('keeps at most 5,000 blanks', async () => {
    const { one, client } = await colleagues();
    await app.sql(
      `insert into van_blanks (client_id, name, key, count, username, created_at, updated_at)
       select ?, 'X' || n, 'x' || n, 1, '', now(), now() from generate_series(1, 4999) n`,
      [client.id],
    );
    expect(
      problemOf(
        await save(one, [
          { name: 'HD1', add: 1 },
          { name: 'HD2', add: 1 },
        ]),
      )?.[1],
    ).toBe('A list has at most 5,000 blanks. Remove some first.');
    expect(
      problemOf(
        await save(one, [
          { name: 'HD1', add: 1 },
          { name: 'X1', add: 1 },
        ]),
      ),
    ).toBeUndefined();
  });

  test('is done once, however often it is sent', async () => {
    const { one } = await colleagues();
    const id = randomUUID();
    const answers = [await save(one, [{ name: 'X265', add: 1 }], id), await save(one, [{ name: 'X265', add: 1 }], id)];
    for (const { data } of answers) expect(data!.saveVanBlanks.blanks).toMatchObject([{ name: 'X265', count: 1 }]);
  });

  test('waits for other writes of the same user in one order', async () => {
    const { client, one } = await colleagues();
    const model = await createModel(app, make, {});
    const value = { modelId: model.id, field: 'ILCO', value: 'X221', sentId: randomUUID() };
    const waiting = async () =>
      (await app.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .length;
    const answers = await app.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from clients where id = ? for update', [client.id]);
      const van = save(one, [{ name: 'X265', add: 1 }], randomUUID());
      await expect.poll(waiting).toBe(1);
      const own = app.graph(
        'mutation ($input: SaveOwnValueInput!) { saveOwnValue(input: $input) { value } }',
        { input: value },
        one,
      );
      await expect.poll(waiting).toBe(2);
      return [van, own];
    });
    for (const { errors } of await Promise.all(answers)) expect(errors).toBeUndefined();
  });
});

describe('the list', () => {
  test('is of the caller’s company, sorted, searched and in pages', async () => {
    const [{ one, other }, stranger] = [await colleagues(), await people.locksmith(app)];
    await saved(one, [
      { name: 'X84', count: 5 },
      { name: 'X265', count: 3 },
      { name: 'HON 70-T', count: 9 },
    ]);
    await saved(stranger, [{ name: 'X1', count: 1 }]);
    expect(await counts(other)).toEqual(['HON 70-T 9', 'X84 5', 'X265 3']);
    expect(await counts(other, '(sortBy: COUNT, dir: ASC, limit: 2, page: 2)')).toEqual(['HON 70-T 9']);
    expect(await counts(other, '(filter: {text: "n70t"})')).toEqual(['HON 70-T 9']);
    expect(await counts(other, '(filter: {text: "%"})')).toHaveLength(3);
    expect(await counts(stranger)).toEqual(['X1 1']);
  });

  test('loses a blank that is removed, unless another company asks, or somebody has counted it since', async () => {
    const [{ one, other }, stranger] = [await colleagues(), await people.locksmith(app)];
    const [{ id, version }] = await saved(one, [{ name: 'X265', count: 3 }]);
    const remove = (as: Person, input: object) =>
      app.graph(`mutation ($input: DeleteVanBlankInput!) { deleteVanBlank(input: $input) { id name } }`, { input }, as);
    expect(problemOf(await remove(stranger, { id }))?.[0]).toBe('NOT_FOUND');
    await saved(other, [{ name: 'X265', add: 1 }]);
    expect(problemOf(await remove(one, { id, version }))?.[0]).toBe('CONFLICT');
    expect((await remove(one, { id })).data?.deleteVanBlank).toEqual({ id, name: 'X265' });
    expect(await counts(one)).toEqual([]);
  });

  test('is not the administrators’', async () => {
    for (const query of ['{ vanBlanks { total } }', '{ vanBlanksFor(modelId: 1) { keepsList } }'])
      expect((await app.graph(query, {}, administrator)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(problemOf(await save(administrator, [{ name: 'X265', add: 1 }]))?.[0]).toBe('FORBIDDEN');
  });

  test('goes with its company, and is joined when companies are merged', async () => {
    const [{ one, client: from }, { one: two, client: into }] = [await colleagues(), await colleagues()];
    await saved(one, [
      { name: 'X265', count: 3 },
      { name: 'HD75', count: 2 },
      { name: 'X84', count: 9000 },
    ]);
    await saved(two, [
      { name: 'x-265', count: 4 },
      { name: 'YM63', count: 1 },
      { name: 'X84', count: 1000 },
    ]);
    const merged = await app.graph(
      `mutation ($input: MergeClientsInput!) { mergeClients(input: $input) { id } }`,
      { input: { fromId: from.id, intoId: into.id } },
      administrator,
    );
    expect(merged.errors).toBeUndefined();
    for (const person of [one, two]) expect(await counts(person)).toEqual(['HD75 2', 'x-265 7', 'X84 9999', 'YM63 1']);
    await app.sql('delete from users where client_id = ?', [into.id]);
    await app.sql('delete from clients where id = ?', [into.id]);
    expect(await app.sql('select from van_blanks where client_id in (?, ?)', [from.id, into.id])).toEqual([]);
  });
});

describe('vanBlanksFor', () => {
  test('finds blanks under the names of the sheet, and under others that sheets give them', async () => {
    const { one, other } = await colleagues();
    await saved(one, [
      { name: 'x-265', count: 3 },
      { name: 'HD109', count: 0 },
      { name: 'X138', count: 2 },
    ]);
    await createModel(app, make, { ilco: 'X265 / HD109' });
    await createModel(app, make, { ilco: 'X138', jma: 'HOND-31D' });
    const single = await createModel(app, make, { oem: 'HD 109' });
    expect(await has(other, single)).toEqual(['0 HD109: HD 109 OEM SAME', '3 x-265: HD 109 OEM EQUAL']);
    expect(await has(other, await createModel(app, make, { jma: 'HOND31D' }))).toEqual(['2 X138: HOND31D JMA EQUAL']);
    expect(await has(other, await createModel(app, make, { ilco: 'X291' }))).toEqual([]);
    // A sheet is known as soon as it is saved.
    await createModel(app, make, { ilco: 'X138', silca: 'HON41' });
    expect(await has(other, await createModel(app, make, { silca: 'HON41' }))).toEqual(['2 X138: HON41 SILCA EQUAL']);
  });

  test('goes by the company’s own values where it has them', async () => {
    const [{ one, other }, stranger] = [await colleagues(), await people.locksmith(app)];
    for (const as of [one, stranger]) await saved(as, [{ name: 'OWN 7', count: 2 }]);
    const model = await createModel(app, make, { ilco: 'X9999' });
    const keep = 'mutation ($input: SaveOwnValueInput!) { saveOwnValue(input: $input) { id } }';
    await app.graph(keep, { input: { modelId: model.id, field: 'ILCO', value: 'OWN 7' } }, one);
    expect(await has(other, model)).toEqual(['2 OWN 7: OWN 7 ILCO SAME']);
    expect(await has(stranger, model)).toEqual([]);
  });

  test('looks on other sheets only for names of three signs or more, and for the first twelve', async () => {
    const person = await people.locksmith(app);
    const names = Array.from({ length: 13 }, (_, n) => `MANY${n}A`);
    for (const name of ['Q7', ...names.slice(11)]) await createModel(app, make, { ilco: name, jma: `${name}NEXT` });
    await saved(
      person,
      ['Q7', 'Q7NEXT', ...names.slice(11).map((name) => `${name}NEXT`)].map((name) => ({ name, count: 1 })),
    );
    expect(await has(person, await createModel(app, make, { ilco: 'Q7' }))).toEqual(['1 Q7: Q7 ILCO SAME']);
    expect(await has(person, await createModel(app, make, { ilco: names.join(', ') }))).toEqual([
      '1 MANY11ANEXT: MANY11A ILCO EQUAL',
    ]);
  });

  test('says whether the company keeps a list at all', async () => {
    const [{ one }, stranger] = [await colleagues(), await people.locksmith(app)];
    const model = await createModel(app, make, { ilco: 'X265' });
    await saved(one, [{ name: 'X1', count: 1 }]);
    expect((await onSheet(one, model)).data!.vanBlanksFor).toEqual({ keepsList: true, matches: [] });
    expect((await onSheet(stranger, model)).data!.vanBlanksFor).toEqual({ keepsList: false, matches: [] });
  });

  test('tells other names only within the budget of matches, whatever names are typed', async () => {
    const person = await people.locksmith(app);
    const names = Array.from({ length: 12 }, (_, n) => `VAN${n}A`);
    for (const name of names) await createModel(app, make, { ilco: name, jma: `${name}B` });
    await saved(
      person,
      names.map((name) => ({ name: `${name}B`, count: 1 })),
    );
    const model = await createModel(app, make, {});
    await app.graph(
      'mutation ($input: SaveOwnValueInput!) { saveOwnValue(input: $input) { id } }',
      { input: { modelId: model.id, field: 'ILCO', value: names.slice(0, 8).join(', ') } },
      person,
    );
    expect(await has(person, model)).toHaveLength(8);
    // Seen before: counted once.
    expect(await has(person, model)).toHaveLength(8);
    const sheet = await createModel(app, make, { ilco: names.slice(8).join(', ') });
    expect(problemOf(await onSheet(person, sheet))?.[0]).toBe('TOO_MANY_REQUESTS');
    expect(await has(person, model)).toHaveLength(8);
  });

  test('opens the sheet, so that nobody learns its blanks past the budget', async () => {
    const person = await people.locksmith(app);
    await saved(person, [{ name: 'X265', count: 1 }]);
    const codes = [];
    for (let n = 0; n < 31; n++)
      codes.push(problemOf(await onSheet(person, await createModel(app, make, { ilco: 'X265' })))?.[0]);
    expect(codes).toEqual([...Array(30).fill(undefined), 'TOO_MANY_REQUESTS']);
  });
});

describe('equal blanks', () => {
  const FIELDS = ['ilco', 'jma', 'jet', 'silca', 'oem'];
  const cells = (...values: string[]) => values.map((cell, at) => [FIELDS[at] ?? '', cell] as const);
  /** Each cell of the sheets with each other one. */
  const pairsOf = (sheets: ReturnType<typeof cells>[]): CellPair[] =>
    sheets.flatMap((sheet) =>
      sheet.flatMap(([field, cell]) =>
        [[null, null] as const, ...sheet.filter(([other]) => other !== field)].map(
          (other) => [field, cell, ...other] as const,
        ),
      ),
    );
  /** What `name` on a sheet means, as "hd109 equal". */
  const means = (name: string, ...sheets: ReturnType<typeof cells>[]) => {
    const pairs = pairsOf(sheets);
    const names = namesOn(cells(name));
    const beside = namesBeside(pairs, new Set(names.keys()));
    const keys = new Set([...names.keys(), ...keysIn(beside)]);
    const back = namesBeside(pairs, keys);
    return [...keys].map((key) => `${key} ${meaningOf(key, { names, beside, back })?.match}`).sort();
  };

  test('are those that a cell gives two names', () => {
    // The pairs of the trade.
    for (const [one, other] of [
      ['HD109', 'X265'],
      ['HD74', 'X84'],
      ['HD75', 'X138'],
      ['HD114', 'X291'],
      ['YM63', 'X248'],
    ] as const)
      for (const sign of [' / ', ' - ', ' = ', '='])
        for (const [name, found] of [
          [one, other],
          [other, one],
        ] as const)
          expect(means(name, cells(`${other}${sign}${one}`))).toEqual(
            [`${name.toLowerCase()} same`, `${found.toLowerCase()} equal`].sort(),
          );
  });

  test('are those that sheets give in two columns', () => {
    expect(means('X265', cells('X265', 'HOND-31D', '', 'HON66'))).toEqual([
      'hon66 equal',
      'hond31d equal',
      'x265 same',
    ]);
    expect(means('HD109', cells('X265 / HD109', 'HOND-31D'))).toEqual(['hd109 same', 'hond31d equal', 'x265 equal']);
  });

  test('are not alternatives, nor what stands beside alternatives', () => {
    expect(means('HD74', cells('HD74, HD75'))).toEqual(['hd74 same']);
    expect(means('HD74', cells('HD74; HD75', 'HOND-31D'))).toEqual(['hd74 same']);
    expect(means('HOND-31D', cells('HD74\nHD75', 'HOND-31D'))).toEqual(['hond31d same']);
    // Only the pair within the cell.
    expect(means('HD74', cells('HD74 / X84, HD75 / X138', 'HOND-31D'))).toEqual(['hd74 same', 'x84 equal']);
    expect(means('HD74', cells('HD74 - with chip'))).toEqual(['hd74 same']);
  });

  test('are not those of another sheet’s other name', () => {
    const sheets = [cells('X265', 'HOND-31D'), cells('', 'HOND-31D', '', 'HON66')];
    expect(means('X265', ...sheets)).toEqual(['hond31d equal', 'x265 same']);
    expect(means('HON66', ...sheets)).toEqual(['hon66 same', 'hond31d equal']);
  });

  test('are called perhaps where sheets say different things', () => {
    const sheets = [cells('X265', 'HOND-31D'), cells('X265', 'HOND-24D'), cells('X84', 'HOND-9')];
    expect(means('X265', ...sheets)).toEqual(['hond24d perhaps', 'hond31d perhaps', 'x265 same']);
    expect(means('X84', ...sheets)).toEqual(['hond9 equal', 'x84 same']);
    expect(means('HD74', cells('HD74 / X84'), cells('HD74 / HD75'))).toEqual([
      'hd74 same',
      'hd75 perhaps',
      'x84 perhaps',
    ]);
    // The same blank with one name more or less is no contradiction.
    expect(means('HOND-31D', cells('X265', 'HOND-31D'), cells('X265 / HD109', 'HOND-31D'))).toEqual([
      'hd109 equal',
      'hond31d same',
      'x265 equal',
    ]);
  });

  test('have names as people write them', () => {
    expect(blanksIn('X265 - HD109, HON 70-T;YM63 | KW14')).toEqual([
      ['X265', 'HD109'],
      ['HON 70-T'],
      ['YM63'],
      ['KW14'],
    ]);
    expect(blanksIn('DEMO 12 / DEMO 13')).toEqual([['DEMO 12'], ['DEMO 13']]);
    expect(blanksIn(' ')).toEqual([]);
    for (const name of ['X265', 'x-265', 'X 265', 'x.265', '“X265”']) expect(blankKey(name)).toBe('x265');
    expect(blankKey('- .')).toBe('');
  });
});
