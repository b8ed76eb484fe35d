import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from '../../server/outside/sheets/csv/csvReader';
import { csv } from '../support/sheets';

/* docs/rules.md, "Imports". */

async function read(text: string, pieces = 1) {
  const bytes = Buffer.from(text);
  const size = Math.ceil(bytes.length / pieces) || 1;
  const chunks = Array.from({ length: pieces }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  const { rows, findings } = await readCsv(() => Readable.from(chunks) as unknown as ReadStream);
  const cells = [];
  for await (const row of rows) cells.push(row.cells);
  return { cells, told: findings.warnings.map((warning) => warning.split('. ')[0]) };
}
const BLANKS = 'Some cells have a blank beside their quotation marks';
const ESCAPES = expect.stringMatching(/^Some cells have a backslash before/);

test.each([
  ['a blank after each comma', 'a, b, c\n"1", "left, then right", 3\n', [['1', 'left, then right', ' 3']], [BLANKS]],
  ['blanks on both sides', 'a;b\n "x;y" ; "z"\n', [['x;y', 'z']], [BLANKS]],
  ['a line end between such marks', 'a, b\n1, "two\nlines"\n', [['1', 'two\nlines']], [BLANKS]],
  ['no blank', 'a,b\n1,"x, y"\n', [['1', 'x, y']], []],
  ['marks inside a text', 'a,b\nuse a 3/4" bit,7" disc\n', [['use a 3/4" bit', '7" disc']], []],
  [
    'a mark that opens nothing',
    'a,b\n1, "x\n2,y\n',
    [
      ['1', ' "x'],
      ['2', 'y'],
    ],
    [],
  ],
  [
    'a backslash before a mark',
    'a,b\n1,"5\\" disc, new"\n2,"x"\n',
    [
      ['1', '5" disc, new'],
      ['2', 'x'],
    ],
    [ESCAPES],
  ],
  [
    'one before the last mark',
    'a,b\n1,"5\\""\n2,"x"\n',
    [
      ['1', '5"'],
      ['2', 'x'],
    ],
    [ESCAPES],
  ],
  [
    'doubled backslashes beside it',
    'a,b\n1,"C:\\\\ \\"x\\" y"\n2,"z"\n',
    [
      ['1', 'C:\\ "x" y'],
      ['2', 'z'],
    ],
    [ESCAPES],
  ],
  [
    'one before a line end, without marks',
    'a,b,c\n1,two\\\nlines,3\n4,5,6\n',
    [
      ['1', 'two\nlines', '3'],
      ['4', '5', '6'],
    ],
    [ESCAPES],
  ],
  [
    'a path at the end of a row',
    'a,b\n1,C:\\\n2,x\n',
    [
      ['1', 'C:\\'],
      ['2', 'x'],
    ],
    [],
  ],
  [
    'a quoted path',
    'a,b\n"C:\\","x"\n"\\",""\n',
    [
      ['C:\\', 'x'],
      ['\\', ''],
    ],
    [],
  ],
] as const)('CSV with %s', async (_what, text, rows, told) => {
  const first = await read(text);
  expect([first.cells.slice(1), first.told]).toEqual([rows, told]);
  // Wherever the file is cut in pieces.
  for (const pieces of [2, 3, 7, text.length]) expect(await read(text, pieces)).toEqual(first);
});

test('what is sound CSV is read to the letter, whatever its cells have', async () => {
  const cells = fc.string({ unit: fc.constantFrom(...'ab\\",; \n'), maxLength: 8 });
  const tables = fc.array(fc.tuple(cells, cells, cells), { minLength: 1, maxLength: 4 });
  // As programs write it: each cell in quotation marks.
  const written = (rows: string[][]) =>
    rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const table = [['x', 'y', 'z'], ...rows];
      expect(await read(`${written(table)}\n`)).toEqual({ cells: table, told: [] });
    }),
    { numRuns: 300 },
  );
  const own = [
    ['Make', 'Tips'],
    ['Honda', 'press "\\", then "x"'],
  ];
  expect((await read(csv(own))).cells).toEqual(own);
});
