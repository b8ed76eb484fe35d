import { describe, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import { png } from '../support/pictures';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const FIELDS = 'id displayName fullName otherDetails iconUrl iconHash version';
const save = (input: object) =>
  app.graph(`mutation ($input: MakeInput!) { saveMake(input: $input) { ${FIELDS} } }`, { input }, admin);
const remove = (id: unknown) =>
  app.graph('mutation ($id: ID!) { deleteMake(input: { id: $id }) { id } }', { id }, admin);
const upload = async (colour: string) => (await app.upload('ICON', await png(colour), admin)).data!.uploadImage;
const errorOf = (answer: Awaited<ReturnType<typeof save>>) => answer.errors?.[0];
const logged = async () => (await app.sql('select username, details from log_entries order by id desc limit 1'))[0];

describe('saveMake', () => {
  test('creates a make with a public icon, and logs it', async () => {
    const icon = await upload('#e6194b');
    const { data } = await save({ displayName: ' Honda ', fullName: 'Honda Motor Co., Ltd.', icon: icon.hash });
    expect(data?.saveMake).toMatchObject({ displayName: 'Honda', otherDetails: '', iconHash: icon.hash, version: 1 });
    expect((await app.app.inject(data?.saveMake.iconUrl)).statusCode).toBe(200);
    expect(await logged()).toEqual({ username: admin.user?.username, details: 'Created the make Honda' });
  });

  test('changes the given fields and keeps the rest', async () => {
    const make = await createMake(app, { otherDetails: 'Japan' });
    const { data } = await save({ id: make.id, fullName: 'Another Company' });
    expect(data?.saveMake).toMatchObject({
      displayName: make.displayName,
      fullName: 'Another Company',
      otherDetails: 'Japan',
      version: 2,
    });
    expect((await logged())?.details).toBe(`Updated the make ${make.displayName}`);
  });

  test('replaces an icon and deletes its unused files; null removes the icon', async () => {
    const [first, second] = [await upload('#3cb44b'), await upload('#ffe119')];
    const { data } = await save({ displayName: 'One', fullName: 'One', icon: first.hash });
    const shared = (await save({ displayName: 'Two', fullName: 'Two', icon: first.hash })).data?.saveMake;
    const status = async (url: string) => (await app.app.inject(url)).statusCode;
    await save({ id: data?.saveMake.id, icon: second.hash });
    expect([await status(first.url), await status(second.url)]).toEqual([200, 200]);
    await save({ id: shared.id, icon: null });
    expect(await status(first.url)).toBe(404);
  });

  test('copies a make with its icon', async () => {
    const icon = await upload('#4363d8');
    const source = (await save({ displayName: 'Source', fullName: 'Source', icon: icon.hash })).data?.saveMake;
    const { data } = await save({ copyOf: source.id, displayName: 'Copy', fullName: 'Copy' });
    expect(data?.saveMake).toMatchObject({ displayName: 'Copy', iconHash: icon.hash, version: 1 });
    expect(data?.saveMake.id).not.toBe(source.id);
  });

  test.each([
    [{}, { displayName: ['The display name field is required.'], fullName: ['The full name field is required.'] }],
    [{ displayName: '  ', fullName: 'x' }, { displayName: ['The display name field is required.'] }],
    [
      { displayName: 'x'.repeat(256), fullName: 'x' },
      { displayName: ['The display name may not have more than 255 characters.'] },
    ],
    [
      { displayName: 'x', fullName: 'x', otherDetails: 'x'.repeat(10_001) },
      { otherDetails: ['The other details may not have more than 10000 characters.'] },
    ],
    [{ displayName: 'x\u0001', fullName: 'x' }, { displayName: ['This contains characters that cannot be stored.'] }],
    [
      { displayName: 'Twin\u0080', fullName: 'x' },
      { displayName: ['This contains characters that cannot be stored.'] },
    ],
    [{ displayName: 'x', fullName: 'x', icon: 'f'.repeat(64) }, { icon: ['This icon was not uploaded.'] }],
    [{ displayName: 'x', fullName: 'x', copyOf: '99999' }, { copyOf: ['There is no such make to copy.'] }],
  ])('refuses %j', async (input, errors) => {
    const error = errorOf(await save(input));
    expect(error).toMatchObject({
      message: 'The given data was invalid.',
      extensions: { code: 'BAD_USER_INPUT', errors },
    });
  });

  test('refuses a model’s picture as an icon', async () => {
    const { hash } = (await app.upload('MODEL', await png('#f58231'), admin)).data!.uploadImage;
    expect(errorOf(await save({ displayName: 'x', fullName: 'x', icon: hash }))?.extensions.errors).toHaveProperty(
      'icon',
    );
  });

  test('detects a stale edit, and accepts it with the new version', async () => {
    const make = await createMake(app);
    await save({ id: make.id, version: 1, fullName: 'First' });
    const error = errorOf(await save({ id: make.id, version: 1, fullName: 'Second' }));
    expect(error?.extensions.code).toBe('CONFLICT');
    expect((await save({ id: make.id, version: 2, fullName: 'Second' })).data?.saveMake.fullName).toBe('Second');
  });

  test('accepts one of two simultaneous edits of the same version', async () => {
    const make = await createMake(app);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => save({ id: make.id, version: 1, fullName: `Writer ${index}` })),
    );
    expect(answers.filter((answer) => answer.data).length).toBe(1);
    expect(answers.filter((answer) => errorOf(answer)?.extensions.code === 'CONFLICT').length).toBe(5);
  });

  test.each(['999999', 'abc', '0'])('treats make %s as not found', async (id) => {
    expect(errorOf(await save({ id, displayName: 'x', fullName: 'x' }))?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('deleteMake', () => {
  test('deletes a make and its icon, and logs it', async () => {
    const icon = await upload('#911eb4');
    const { data } = await save({ displayName: 'Gone', fullName: 'Gone', icon: icon.hash });
    expect((await remove(data?.saveMake.id)).data?.deleteMake.id).toBe(data?.saveMake.id);
    expect((await app.app.inject(icon.url)).statusCode).toBe(404);
    expect((await logged())?.details).toBe('Deleted the make Gone');
    expect(errorOf(await remove(data?.saveMake.id))?.extensions.code).toBe('NOT_FOUND');
  });

  test('is refused while the make has models, and says how many', async () => {
    const make = await createMake(app, { displayName: 'Kept' });
    await createModel(app, make);
    expect(errorOf(await remove(make.id))).toMatchObject({
      message: 'Kept has 1 model: delete it first.',
      extensions: { code: 'CONFLICT' },
    });
    await createModel(app, make);
    expect(errorOf(await remove(make.id))?.message).toBe('Kept has 2 models: delete them first.');
  });

  test('never leaves a model without its make, whichever transaction comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const make = await createMake(app);
      const input = { makeId: make.id, name: 'Race', year: 2000 };
      const saveModel = app.graph(
        'mutation ($input: ModelInput!) { saveModel(input: $input) { id } }',
        { input },
        admin,
      );
      const [saved, deleted] = await Promise.all([saveModel, remove(make.id)]);
      expect(Boolean(saved.data) !== Boolean(deleted.data)).toBe(true);
      const codes = [saved, deleted].flatMap((answer) => errorOf(answer)?.extensions.code ?? []);
      expect(['CONFLICT', 'BAD_USER_INPUT']).toContain(codes[0]);
    }
  });
});

describe('makes', () => {
  const LIST = `query ($page: Int, $limit: Int, $sortBy: MakeSort, $dir: SortDirection) {
    makes(page: $page, limit: $limit, sortBy: $sortBy, dir: $dir) { total items { displayName } } }`;
  const list = async (variables: object) => (await app.graph(LIST, variables, admin)).data?.makes;

  test('pages never overlap, and a page past the end is empty with the right total', async () => {
    for (let index = 0; index < 12; index++) await createMake(app, { displayName: 'Same name' });
    const { total } = await list({});
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 5); page++) {
      const answer = await app.graph(
        'query ($page: Int) { makes(page: $page, limit: 5) { items { id } } }',
        { page },
        admin,
      );
      seen.push(...answer.data!.makes.items.map((make: any) => make.id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    expect(await list({ page: 1000 })).toEqual({ total, items: [] });
  });

  test.each(['DISPLAY_NAME', 'FULL_NAME', 'OTHER_DETAILS', 'CREATED_AT', 'UPDATED_AT'])(
    'sorts by %s both ways',
    async (sortBy) => {
      const ascending = (await list({ sortBy, limit: 100 })).items;
      const descending = (await list({ sortBy, dir: 'DESC', limit: 100 })).items;
      expect(descending).toEqual([...ascending].reverse());
    },
  );

  test.each([[{ page: 0 }], [{ limit: 0 }], [{ limit: 101 }]])('refuses %j', async (variables) => {
    expect((await app.graph(LIST, variables, admin)).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});
