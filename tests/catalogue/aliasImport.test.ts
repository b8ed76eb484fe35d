import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { sharedPerson } from '../support/people';
import { csv, type Row, sendSheet, xlsx } from '../support/sheets';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');
const locksmith = sharedPerson(app, 'locksmith');
beforeAll(async () => {
  const honda = await createMake(app, { displayName: 'Honda', fullName: 'Honda Motor Company' });
  const suzuki = await createMake(app, { displayName: 'Suzuki' });
  await createModel(app, honda, { name: 'CBR900RR', year: 1995 });
  await createModel(app, suzuki, { name: 'GSX-R 750', year: 2004 });
});
beforeEach(async () => {
  await app.sql('truncate aliases, log_entries');
});

const HEADINGS = ['Nickname', 'Make', 'Model'];
const send = (file: string | Buffer, name?: string, as = admin) =>
  sendSheet(
    app,
    as,
    'mutation ($file: Upload!) { importAliases(input: { file: $file }) { new unchanged } }',
    file,
    name,
  );
const sendRows = (...rows: Row[]) => send(csv([HEADINGS, ...rows]));
const refusal = async (answer: ReturnType<typeof send>) => (await answer).errors?.[0]?.extensions.errors?.file;
const aliases = async () =>
  (
    await app.sql('select a.text, m.display_name, a.name from aliases a join makes m on m.id = make_id order by a.id')
  ).map((row) => Object.values(row));
const found = async (text: string) =>
  (await app.graph('query ($text: String!) { jump(text: $text) { name } }', { text }, locksmith)).data?.jump.map(
    ({ name }: { name: string }) => name,
  );

test('adds new aliases, which Jump finds; importing again changes nothing', async () => {
  const rows = [
    ['Fireblade', 'honda', 'CBR900'],
    [' Gixxer ', 'Suzuki', 'GSX-R'],
    ['Wing, the', 'Honda Motor Company', ''],
    ['GIXXER', 'SUZUKI', 'gsx-r'],
  ];
  const { data } = await sendRows(...rows);
  expect(data?.importAliases).toEqual({ new: 3, unchanged: 1 });
  const stored = [
    ['Fireblade', 'Honda', 'CBR900'],
    ['Gixxer', 'Suzuki', 'GSX-R'],
    ['Wing, the', 'Honda', ''],
  ];
  expect(await aliases()).toEqual(stored);
  expect(await found('fireblade')).toEqual(['CBR900RR']);
  expect(await found('gixxer 04')).toEqual(['GSX-R 750']);

  // The same as a workbook, with other headings in another order.
  const workbook = await xlsx([
    ['MODEL NAME', 'alias', 'Brand'],
    ...rows.map(([text, make, name]) => [name, text, make]),
  ]);
  const again = await send(workbook, 'names.xlsx');
  expect(again.data?.importAliases).toEqual({ new: 0, unchanged: 4 });
  expect(await aliases()).toEqual(stored);
  expect(await app.sql('select kind, details from log_entries order by id')).toEqual([
    { kind: 'IMPORT_APPLIED', details: 'Imported aliases from sheet.csv: 3 new, 1 unchanged' },
    { kind: 'IMPORT_APPLIED', details: 'Imported aliases from names.xlsx: 0 new, 4 unchanged' },
  ]);
});

test('lists the rows that cannot be imported, and then imports none', async () => {
  const long = 'x'.repeat(256);
  expect(
    await refusal(
      sendRows(
        ['Fireblade', 'Honda', 'CBR900'],
        ['Wing', 'Hnda', ''],
        ['', 'Honda', 'CBR900'],
        ['--', 'Honda', ''],
        ['Wing', '', ''],
        ['Wing', 'Honda', long],
        ['Wing', 'Honda', '#REF!'],
        ['Wing', 'Honda', '', 'more'],
      ),
    ),
  ).toEqual([
    'Row 3: there is no make “Hnda”.',
    'Row 4: the alias field is required.',
    'Row 5: the alias needs a letter or a digit.',
    'Row 6: the make field is required.',
    'Row 7: the model may not have more than 255 characters.',
    'Row 8: this cell contains the spreadsheet error #REF!.',
    'Row 9: there are more cells than headings.',
  ]);
  const many = await refusal(sendRows(...Array.from({ length: 23 }, () => ['Wing', 'Hnda', ''])));
  expect(many).toHaveLength(21);
  expect(many.at(-1)).toBe('3 more rows cannot be imported.');
  expect(await aliases()).toEqual([]);
  expect(await app.sql('select 1 from log_entries')).toEqual([]);
});

test.each([
  [
    'an unknown heading',
    csv([
      [...HEADINGS, 'Colour'],
      ['a', 'Honda', '', 'red'],
    ]),
    /“Colour” is unknown/,
  ],
  [
    'the heading of another field',
    csv([
      ['Nickname', 'Make', 'Year'],
      ['a', 'Honda', 1995],
    ]),
    /“Year” is unknown/,
  ],
  [
    'a heading twice',
    csv([
      [...HEADINGS, 'Alias'],
      ['a', 'Honda', '', 'b'],
    ]),
    /two columns for Alias/,
  ],
  [
    'no column of models',
    csv([
      ['Nickname', 'Make'],
      ['a', 'Honda'],
    ]),
    /The column Model is missing/,
  ],
  ['no rows', csv([HEADINGS]), /no rows below/],
  ['nothing in it', '', /empty/],
  ['too many rows', csv([HEADINGS, ...Array.from({ length: 5_001 }, (_, n) => [`a${n}`, 'Honda', ''])]), /5,000 rows/],
])('refuses a file with %s', async (_what, file, message) => {
  expect(await refusal(send(file))).toEqual([expect.stringMatching(message)]);
  expect(await aliases()).toEqual([]);
});

test('refuses an unsupported file, and callers who are not administrators', async () => {
  expect((await send('%PDF-1.7', 'names.pdf')).code).toBe('UNSUPPORTED_MEDIA_TYPE');
  expect((await send(csv([HEADINGS, ['Wing', 'Honda', '']]), 'names.csv', locksmith)).code).toBe('FORBIDDEN');
  expect(await aliases()).toEqual([]);
});

test('takes 5,000 rows', async () => {
  const { data } = await sendRows(...Array.from({ length: 5_000 }, (_, n) => [`Nick ${n}`, 'Honda', 'CBR']));
  expect(data?.importAliases).toEqual({ new: 5_000, unchanged: 0 });
  expect(await found('nick 4711')).toEqual(['CBR900RR']);
});
