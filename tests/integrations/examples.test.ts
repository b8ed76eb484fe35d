import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { people } from '../support/people';

/* The examples of docs/graphql.md run as they are written, against a started server with the demo data. */

const app = sharedApp({ demo: true });
let env: NodeJS.ProcessEnv;
let folder: string;
beforeAll(async () => {
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const administrator = await people.administrator(app);
  const input = {
    userId: administrator.user!.id,
    name: 'Examples',
    scopes: ['LOOKUP', 'CATALOGUE'],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const create = 'mutation ($input: CreateApiTokenInput!) { createApiToken(input: $input) { secret } }';
  const { data, errors } = await app.graph(create, { input }, administrator);
  expect(errors).toBeUndefined();
  env = { ...process.env, MOTOKEY_URL: url, MOTOKEY_TOKEN: data!.createApiToken.secret };
  folder = await mkdtemp(join(tmpdir(), 'motokey-examples-'));
  await writeFile(join(folder, 'products.csv'), 'Make,Model,Year\nHonda,CB 500,2001\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const page = readFileSync('docs/graphql.md', 'utf8');
const examples = Array.from(page.matchAll(/^```(sh|js|python)\n([\s\S]+?)^```$/gm), ([, language, code]) => ({
  language: language as 'sh' | 'js' | 'python',
  code: code!,
}));

/** How an example is run, from its standard input. Packages are found from here. */
const PROGRAMS = {
  sh: ['sh', '-s'],
  js: [process.execPath, '--input-type=module', '-'],
  python: ['python3', '-'],
} as const;

async function run({ language, code }: (typeof examples)[number], variables = env) {
  const [program, ...args] = PROGRAMS[language];
  const cwd = language === 'js' ? resolve('.') : folder;
  const child = spawn(program, args, { cwd, env: variables });
  const outcome = Promise.all([text(child.stdout), text(child.stderr), new Promise((done) => child.on('close', done))]);
  child.stdin.end(code);
  const [printed, failed, code_] = await outcome;
  return { printed, failed, code: code_ };
}

const of = (language: string) => examples.filter((example) => example.language === language);

test('there are examples for curl, two clients of JavaScript, and Python', () => {
  expect(examples.map(({ language }) => language)).toEqual(['sh', 'js', 'js', 'python', 'sh']);
  expect(of('js').map(({ code }) => /from '([^']+)'/.exec(code)?.[1])).toEqual(['graphql-request', '@apollo/client']);
});

test('curl finds a bike, and uploads a sheet', async () => {
  const [first, upload] = await Promise.all(of('sh').map((example) => run(example)));
  expect(JSON.parse(first!.printed)).toMatchObject({
    data: { jump: [{ name: expect.stringMatching(/^CBR ?600/), model: { ilco: expect.any(String) } }] },
    extensions: { cost: { asked: expect.any(Number) } },
  });
  expect(JSON.parse(upload!.printed)).toMatchObject({
    data: { startImport: { rowCount: 1, columns: [{ header: 'Make', field: 'MAKE' }, {}, {}] } },
  });
});

test.each(of('js'))('$code', async (example) => {
  const { printed, failed, code } = await run(example);
  expect([failed, code]).toEqual(['', 0]);
  expect(printed).toMatch(/^CBR ?600\S* \d{4} \S+\n$/);
  const refused = await run(example, { ...env, MOTOKEY_TOKEN: 'mk_wrong' });
  expect(refused).toMatchObject({ code: 1, failed: expect.stringMatching(/^UNAUTHENTICATED /) });
});

test('the page has a line for each key of extensions', async () => {
  const locksmith = await people.locksmith(app);
  const { data } = await app.graph('{ jump(text: "HD109", limit: 1) { model { id ilco } } }', {}, locksmith);
  expect(data!.jump).toHaveLength(1);
  const { extensions = {} } = await app.graph('{ me { id } }', {}, locksmith);
  const told = Object.entries(extensions).flatMap(([key, parts]) => Object.keys(parts).map((part) => `${key}.${part}`));
  const written = [...page.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, keys]) => keys!.split(', '));
  expect(told.map((key) => `\`${key}\``).sort()).toEqual(written.sort());
  expect(told).toContain('sheets.day');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('Python finds a bike, and reads all models', async ({ skip }) => {
  skip(!hasPython, 'python3 is not installed here');
  const [example] = of('python');
  const { printed, failed, code } = await run(example!);
  expect([failed, code]).toEqual(['', 0]);
  const [{ count } = {}] = await app.sql('select count(*)::int as count from models');
  expect(printed).toMatch(new RegExp(`^CBR ?600\\S* \\d{4} \\S+\\n${count} models\\n$`));
  const refused = await run(example!, { ...env, MOTOKEY_TOKEN: 'mk_wrong' });
  expect(refused).toMatchObject({ code: 1, failed: expect.stringMatching(/^UNAUTHENTICATED: /) });
});
