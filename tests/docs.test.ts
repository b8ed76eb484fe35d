import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig, SECRETS, settingNames } from '../server/config';

const read = (path: string) => readFileSync(path, 'utf8');
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => ending.test(path) && !path.includes('/generated/'));

const pages = [...readdirSync('.').filter((name) => name.endsWith('.md')), ...filesIn('docs', /\.md$/)];
const sources = [
  ...readdirSync('.').filter((name) => /\.(ts|mjs)$/.test(name)),
  ...['server', 'client', 'tests', 'scripts'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs|graphql)$/)),
];

const headingsOf = (page: string) => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
/** The anchor GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe('settings', () => {
  const example = read('.env.example').replace(/^# (?=[A-Z_0-9]+=)/gm, '');

  test('.env.example has each of them with its default', () => {
    expect(Object.keys(parseEnv(example)).sort()).toEqual([...settingNames].sort());
    expect(readConfig(parseEnv(example) as NodeJS.ProcessEnv)).toEqual(readConfig({}));
  });

  test('docs/settings.md has each of them', () => {
    const rows = read('docs/settings.md').matchAll(/^\| (`[^|]+) \|/gm);
    const named = [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name));
    expect(named.sort()).toEqual([...settingNames].sort());
  });

  test('docs/settings.md marks the secrets', () => {
    const starred = [...read('docs/settings.md').matchAll(/`([A-Z_0-9]+)` \*/g)].map(([, name]) => name);
    expect(starred).toEqual([...SECRETS].sort((one, other) => starred.indexOf(one) - starred.indexOf(other)));
  });
});

describe('references exist', () => {
  test('comments cite existing pages and headings', () => {
    const wrong = sources.flatMap((source) => {
      // A citation may continue on the next line of its comment.
      const text = read(source).replace(/\n\s*(\*|\/\/)\s*/g, ' ');
      return [...text.matchAll(/\b(docs\/[\w/-]+(?:\.md)?)(?:, "([^"]+)")?/g)]
        .filter(([, page, heading]) => {
          const found = pages.find((path) => path === page || path.startsWith(`${page}-`));
          return !found || (heading && !headingsOf(found).includes(heading));
        })
        .map(([citation]) => `${source}: ${citation}`);
    });
    expect(wrong).toEqual([]);
  });

  test('comments cite no documents outside the repository', () => {
    const elsewhere =
      /\b(spec|specification|contract)('s)?,? sections?\b|(?<!docs\/)\b(look|bar|speed|house|stack)\.md\b/i;
    expect(sources.filter((source) => source !== 'tests/docs.test.ts' && elsewhere.test(read(source)))).toEqual([]);
  });

  test('pages name existing files', () => {
    const wrong = pages.flatMap((page) =>
      [...read(page).matchAll(/\b(?:server|client|tests|scripts)\/[\w./-]+\.(?:tsx?|mjs|graphql)\b/g)]
        .filter(([path]) => !existsSync(path))
        .map(([path]) => `${page}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test('links between pages have existing targets', () => {
    const wrong = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, path, anchor]) => {
          const target = path ? join(dirname(page), path) : page;
          return !existsSync(target) || (anchor && !headingsOf(target).map(anchorOf).includes(anchor));
        })
        .map(([link]) => `${page}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });
});
