import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../../server/catalogue/changes/sheet/importAtTerminal.operations';
import { sharedApp } from '../support/app';
import { createMake, createModel } from '../support/factories';
import { people } from '../support/people';

/* What `npm run admin -- import` does with its options. tests/process/start.test.ts runs the program itself. */

const app = sharedApp();
const directory = mkdtempSync(join(tmpdir(), 'motokey-import-'));
afterAll(() => rmSync(directory, { recursive: true }));
beforeAll(async () => {
  await people.administrator(app);
  const erebus = await createMake(app, { displayName: 'Erebus' });
  await createModel(app, erebus, { name: 'Night 50', year: 2005 });
});

type Options = Partial<Parameters<typeof importFile>[1]>;
/** Imports a file of these lines; returns what was printed. */
async function imported(text: string, options: Options = {}): Promise<string> {
  const path = join(directory, 'sheet.csv');
  writeFileSync(path, text);
  const lines: string[] = [];
  const usual = { createMakes: false, fillDown: false, splitModels: false, skipRefused: true };
  await importFile(app.system, { path, say: (line) => void lines.push(line), ...usual, ...options });
  return lines.join('\n');
}

test('a sheet that changes nothing is no import', async () => {
  const said = await imported('Make,Model,Year\nErebus,Night 50,2005\nErebus,Night 125,1805\n');
  expect(said).toContain('0 new, 0 changed, 1 unchanged, 1 refused');
  expect(said).toContain('There is nothing to change.');
  expect(await app.sql('select id from imports')).toEqual([]);
});

test('a sheet without makes is refused with what to do', async () => {
  const reading = imported('Colour\nred\n');
  const message = expect.stringContaining('Choose the column that contains the make');
  await expect(reading).rejects.toMatchObject({ fields: { mapping: expect.arrayContaining([message]) } });
  expect(await app.sql('select id from imports')).toEqual([]);
});
