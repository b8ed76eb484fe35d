import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig, SECRETS, Settings } from '../../server/config';

const read = (path: string) => readFileSync(path, 'utf8');
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => ending.test(path) && !path.includes('/generated/'));

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...filesIn('docs', /\.md$/),
  'tests/support/README.md',
];
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

/** A file by its ending; a folder by the slash at its end, or because it is below one of ours. */
const NAME =
  /(?<![\w/.<>*-])(?:(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|m?js|graphql|md|ya?ml|json|sh|cmd|sql|webp|csv|html)|(?:[\w-]+\/)+(?=[\s`),.:;]|$)|(?:server|client|tests|scripts|docs|bench|faults|docker)(?:\/[\w.-]*\w)+)(?![\w/<-])/g;
/** What builds and runs write, what operators and users have, and a library with an ending. */
const NOT_OURS =
  /^(dist|node_modules|bench\/results|docker\/(secrets|files))\b|^((terms|privacy|refunds|seller)\.md|products\.csv|manifest\.json|postgres\.js)$/;
const tree = globSync(['**', '.{ci,vscode}/**'], {
  exclude: ['node_modules', 'dist', '.git', '.data', 'bench/.cache'],
});
/** Pages may leave out the folders at the beginning. */
const namesInTree = new Set(
  tree.flatMap((path) => path.split(/[\\/]/).map((_, index, parts) => parts.slice(index).join('/'))),
);

describe('settings', () => {
  const settings = Object.entries(Settings.shape).map(([name, schema]) => {
    const { meaning, otherwise } = schema.meta() as { meaning: string; otherwise: string };
    return { name, meaning, otherwise, json: z.toJSONSchema(schema) };
  });
  const valuesOf = ({ enum: choices, minimum, maximum }: z.core.JSONSchema.BaseSchema) => {
    if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
    if (minimum === undefined) return '';
    return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
      ? `from ${minimum}`
      : `${minimum} to ${maximum}`;
  };
  const defaultOf = ({ default: usual }: z.core.JSONSchema.BaseSchema) => (usual === undefined ? '' : String(usual));

  // `npm test -- tests/house/docs.test.ts -u` writes both files.
  test('docs/settings.md is written from them', async () => {
    const rows = settings.map(({ name, meaning, otherwise, json }) => {
      const marked = `\`${name}\`${SECRETS.some((secret) => secret === name) ? ' *' : ''}`;
      const usual = defaultOf(json) ? `\`${defaultOf(json)}\`` : otherwise;
      return `| ${[marked, usual, valuesOf(json), meaning].join(' | ')} |`;
    });
    const [introduction] = read('docs/settings.md').split('| name');
    await expect(
      `${introduction}| name | default | values | meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`,
    ).toMatchFileSnapshot('../../docs/settings.md');
  });

  test('.env.example is written from them, and changes nothing', async () => {
    const entries = settings.map(({ name, meaning, otherwise, json }) => {
      const text = `${meaning}${otherwise && `. Without it: ${otherwise}`}`;
      const plain = text.replace(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, '$1 (docs/$2)').replaceAll('`', '');
      return `\n# ${plain}\n# ${name}=${defaultOf(json)}\n`;
    });
    const example = `${read('.env.example').split('\n\n')[0]!.trimEnd()}\n${entries.join('')}`;
    await expect(example).toMatchFileSnapshot('../../.env.example');
    const uncommented = parseEnv(example.replace(/^# (?=[A-Z_0-9]+=)/gm, '')) as NodeJS.ProcessEnv;
    expect(readConfig(uncommented)).toEqual(readConfig({}));
  });
});

/** What docker/compose.yaml gives a server of the settings in docker/.env, as Compose reads it. */
function composed(env: Record<string, string>): Record<string, string> {
  const [, block = ''] = /^ {2}environment:.*\n((?: {4}.*\n)+)/m.exec(read('docker/compose.yaml')) ?? [];
  const settings = [...block.matchAll(/^ {4}(\w+):(?: (.+))?$/gm)].map(([, name = '', value]) => {
    const given = value === undefined ? env[name] : value.replace(/\$\{(\w+):-(.*)\}/, (_, of, or) => env[of] || or);
    return [name, given] as const;
  });
  return Object.fromEntries(settings.filter((one): one is [string, string] => one[1] !== undefined));
}

test('docker/compose.yaml passes every setting on, or has it from docker/secrets', () => {
  const container = ['PORT', 'HOST', 'DATA_DIR'];
  const names = Object.keys(Settings.shape).filter((name) => !container.includes(name));
  const passed = composed(Object.fromEntries(names.map((name) => [name, `its ${name}`])));
  const fromSecrets = (name: string) => passed[`${name}_FILE`] === `/run/secrets/${name.toLowerCase()}`;
  expect(names.filter((name) => passed[name] !== `its ${name}` && !fromSecrets(name))).toEqual([]);
  // Nor anything else, such as a setting that is gone.
  expect(Object.keys(passed).filter((name) => !names.some((one) => name === one || name === `${one}_FILE`))).toEqual(
    [],
  );
  // Without docker/.env, it starts.
  const withoutSecrets = Object.entries(composed({})).filter(([name]) => !name.endsWith('_FILE'));
  const S3 = { S3_ACCESS_KEY_ID: 'motokey', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig({ ...Object.fromEntries(withoutSecrets), ...S3 })).toMatchObject({ production: false, proxies: 1 });
});

describe('references exist', () => {
  test('comments cite existing pages and headings', () => {
    const wrong = sources.flatMap((source) => {
      // A citation may continue on the next line of its comment.
      const text = read(source).replace(/\n\s*(\*|\/\/)\s*/g, ' ');
      return [...text.matchAll(/\b(docs\/(?!examples\/)[\w/-]+(?:\.md)?)(?:, "([^"]+)")?/g)]
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
    expect(sources.filter((source) => source !== 'tests/house/docs.test.ts' && elsewhere.test(read(source)))).toEqual(
      [],
    );
  });

  test('pages name existing files and folders', () => {
    const wrong = pages.flatMap((page) =>
      read(page)
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(NAME)]
            .map(([name]) => name)
            .filter((name) => !NOT_OURS.test(name) && !namesInTree.has(name.replace(/^(\.\.\/)+|\/$/g, '')))
            .map((name) => `${page}:${index + 1}: ${name} does not exist`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  test('tests/support/README.md names each file beside it', () => {
    const page = read('tests/support/README.md');
    const others = readdirSync('tests/support').filter((name) => name !== 'README.md');
    expect(others.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
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
