/** The tasks of the npm scripts. run.mjs calls them under the project's own Node 24, in the project's directory. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mutants } from './mutants.mjs';
import { endAs, Failure, forward, start, stop } from './processes.mjs';
import { sbom } from './sbom.mjs';

const rest = process.argv.slice(3);

const tools = {
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  codegen: '@graphql-codegen/cli/esm/bin.js',
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
};
/**
 * @param {keyof typeof tools} name
 * @param {string[]} args
 */
const tool = (name, ...args) => [join('node_modules', tools[name]), ...args];

/** @satisfies {Record<string, [title: string, args: string[]]>} */
const steps = {
  codegen: ['types and documents of the client', tool('codegen', '--config', 'codegen.ts')],
  server: ['server build', tool('vite', 'build', '--config', 'vite.server.config.ts')],
  client: ['client build', tool('vite', 'build', '--config', 'vite.config.ts')],
  emit: ['schema.graphql', ['dist/server/schema.js']],
  drift: ['schema drift', ['dist/server/schema.js', '--check']],
  types: ['types', tool('tsc', '--build')],
  lint: ['lint', tool('biome', 'ci', '.')],
  format: ['format', tool('biome', 'check', '--write', '.')],
  imports: ['imports between rooms', ['scripts/imports.mjs']],
  migrations: ['migrations only add', ['scripts/migrations.mjs']],
  unused: ['unused code', tool('knip')],
};

const shared = ['tsconfig.base.json', 'package.json', 'package-lock.json'];
/** @satisfies {Record<string, { steps: (keyof typeof steps)[], result: string, from: string[] }>} */
const builds = {
  server: { steps: ['server'], result: 'dist/server/main.js', from: ['server', 'vite.server.config.ts', ...shared] },
  client: {
    steps: ['codegen', 'client'],
    result: 'dist/client/index.html',
    from: ['client', 'schema.graphql', 'codegen.ts', 'vite.config.ts', ...shared],
  },
};
const generated = join('client', 'graphql', 'generated');
/** The compiled code of earlier starts. */
const compiled = resolve('node_modules/.cache/compiled');

const done = new Set();

/**
 * Runs a step once and prints one line with its time. If it fails, prints its output and throws a Failure.
 * @param {keyof typeof steps} name
 */
async function step(name) {
  if (done.has(name)) return;
  const [title, args] = steps[name];
  const began = performance.now();
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = start(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
  const { code } = await child.ended;
  if (stop.signal) await endAs({ signal: stop.signal });
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  if (code === 0) {
    done.add(name);
    return console.log(`✓ ${title} (${seconds})`);
  }
  console.error(Buffer.concat(output).toString().trimEnd());
  throw new Failure(`✗ ${title} (${seconds})`);
}

/**
 * A hash of the content, because a checkout does not preserve file times.
 * @param {string[]} paths
 */
function hashOf(paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    if (path === generated) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!name.startsWith('.')) add(join(path, name));
    } else hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  };
  paths.filter((path) => existsSync(path)).forEach(add);
  return hash.digest('hex');
}

/**
 * Builds what is out of date, or everything in `names` if `always` is set.
 * @param {(keyof typeof builds)[]} names
 */
async function build(names = ['server', 'client'], always = false) {
  for (const name of names) {
    const { from, result, steps } = builds[name];
    const stamp = `dist/.built-${name}`;
    const hash = hashOf(from);
    if (!always && existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    rmSync(stamp, { force: true });
    await inOrder(...steps);
    writeFileSync(stamp, hash);
  }
}

/**
 * Runs works concurrently and waits for all of them, even if one fails, so that their outputs do not mix.
 * @param {Promise<void>[]} works
 */
async function together(...works) {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}

/** @param {(keyof typeof steps)[]} names */
async function inOrder(...names) {
  for (const name of names) await step(name);
}

/** Two at a time: several of these steps use only one core. */
async function check() {
  await build(['server']);
  await step('codegen');
  await together(inOrder('types', 'drift', 'migrations'), inOrder('unused', 'imports', 'lint'));
}

/** Prints the totals as its last line, as run.mjs does for earlier failures. A skipped test counts as a failure. */
async function test() {
  await check();
  await build();
  const { passed, failed, skipped } = await vitest();
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exit(failed || skipped ? 1 : 0);
}

/** Measures what each test file costs, one after the other (docs/testing.md, "What it costs"). */
const isMeasured = rest.includes('--measure');

/** The arguments of Vitest. With `--changed[=commit]`, only what a change since that commit, by default the last one, can touch. */
function vitestArgs() {
  const isOurs = (/** @type {string} */ arg) => /^--(measure|waits|changed(=.*)?)$/.test(arg);
  const changed = rest.find((arg) => arg.startsWith('--changed'));
  const scope = changed
    ? ['related', ...testInput(changed.split('=')[1] || 'HEAD'), '--run', '--passWithNoTests']
    : ['run'];
  return [...scope, ...rest.filter((arg) => !isOurs(arg)), ...(isMeasured ? ['--maxWorkers=1'] : [])];
}

/**
 * The changed files, and the tests that a change can touch although they do not import it: they use the build, or read files.
 * @param {string} ref
 */
function testInput(ref) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')];
  /** @param {RegExp} path */
  const has = (path) => changed.some((name) => path.test(name));
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', 'tests/*.test.ts');
  const needsAll = has(/^(vite|package|codegen|tests\/support\/(postgres|templates|chromium)\.)/);
  const needed = tests.filter(
    (name) =>
      needsAll ||
      (name.startsWith('tests/e2e/') && has(/^client\//)) ||
      (/^tests\/(process|faults)\//.test(name) && has(/^(server|scripts)\/|^run\.mjs$/)) ||
      name.startsWith('tests/house/'),
  );
  return [...new Set([...changed.filter((name) => /\.(ts|tsx|mjs|json)$/.test(name) && existsSync(name)), ...needed])];
}

async function vitest() {
  const report = join(mkdtempSync(join(tmpdir(), 'motokey-report-')), 'report.json');
  const args = [
    ...vitestArgs(),
    '--reporter=./tests/support/reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { NODE_ENV: _, ...env } = process.env;
  // The tests start the built server some fifty times.
  env.NODE_COMPILE_CACHE ??= compiled;
  // Programs write counts and messages in the locale of the machine.
  env.LC_ALL = 'C.UTF-8';
  if (isMeasured) env.MEASURE = '1';
  if (rest.includes('--waits')) env.STALE_WAITS = '1';
  /** @type {Parameters<typeof start>[2]} */
  const options = { env, stdio: 'inherit', detached: process.platform !== 'win32' };
  const { code } = await start(process.execPath, tool('vitest', ...args), options).ended;
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  rmSync(dirname(report), { recursive: true });
  if (stop.signal) await endAs({ signal: stop.signal });
  if (!written) throw new Failure('✗ vitest ended without a report');
  const { numTotalTests: total, numPassedTests: passed, numFailedTests, testResults } = written;
  // A file that fails to load, or whose set-up fails, has no failed test in the report.
  const broken = testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  const failed = numFailedTests + broken.length;
  const skipped = total - passed - numFailedTests;
  return { passed, failed: code !== 0 && !failed && !skipped ? 1 : failed, skipped };
}

/**
 * Runs a built file in this process, which then handles the signals itself.
 * @param {string} file
 */
async function inProcess(file) {
  await build(file === 'dist/server/main.js' ? undefined : ['server']);
  process.setSourceMapsEnabled(true);
  enableCompileCache(compiled);
  process.argv.splice(1, process.argv.length, resolve(file), ...rest);
  await import(pathToFileURL(resolve(file)).href);
}

/**
 * Builds, and runs a program that uses the built server.
 * @param {string} file
 */
async function trial(file) {
  await build();
  process.argv.splice(1, process.argv.length, resolve(file), ...rest);
  await import(pathToFileURL(resolve(file)).href);
}

/** Runs the server on PORT and the client on 5173, and rebuilds on changes. */
async function dev() {
  // Ends a child whose parent was killed (kill -9).
  const leash = 'process.channel?.unref(); process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))';
  /** @param {string[]} args */
  const background = (args) =>
    start(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(leash)}`, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  /** @param {ReturnType<typeof start>} child */
  const needed = (child) =>
    child.ended.then((end) => {
      if (!stop.signal) forward('SIGTERM');
      process.exitCode = end.code ?? undefined;
    });
  /** @type {ReturnType<typeof start> | undefined} */
  let server;
  /** @type {Promise<void> | undefined} */
  let client;
  /** @type {string | undefined} */
  let documents;
  /**
   * After a server build: writes the schema, regenerates the client's code if its sources changed, and restarts the
   * server.
   * @param {boolean} built
   */
  const refresh = async (built) => {
    if (stop.signal || (built && !existsSync('dist/server/schema.js'))) return;
    done.clear();
    if (built) await step('emit');
    const now = hashOf([
      'schema.graphql',
      'codegen.ts',
      ...readdirSync('client', { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.graphql'))
        .map((name) => join('client', name)),
    ]);
    if (now !== documents) await step('codegen');
    documents = now;
    client = client || needed(background(tool('vite', '--config', 'vite.config.ts')));
    if (!built) return;
    if (server) server.kill('SIGTERM');
    if (server) await server.ended;
    if (!stop.signal) server = background(['--enable-source-maps', 'dist/server/main.js']);
  };
  let queue = Promise.resolve();
  /** @type {Map<boolean, NodeJS.Timeout>} */
  const timers = new Map();
  /** @param {boolean} built */
  const soon = (built) => {
    clearTimeout(timers.get(built));
    const timer = setTimeout(() => {
      queue = queue.then(() => refresh(built)).catch((error) => console.error(error.message));
    }, 200);
    timers.set(built, timer);
  };
  rmSync('dist/.built-server', { force: true });
  mkdirSync('dist/server', { recursive: true });
  const watchers = [
    watch('dist/server', { recursive: true }, () => soon(true)),
    watch('client', { recursive: true }, (_, name) => String(name).endsWith('.graphql') && soon(false)),
  ];
  await needed(background(tool('vite', 'build', '--config', 'vite.server.config.ts', '--watch')));
  for (const watcher of watchers) watcher.close();
  for (const timer of timers.values()) clearTimeout(timer);
}

export const tasks = {
  start: () => inProcess('dist/server/main.js'),
  admin: () => inProcess('dist/server/admin.js'),
  build: () => build(undefined, true),
  codegen: async () => {
    await build(['server']);
    await inOrder('emit', 'codegen');
  },
  check,
  lint: () => step('lint'),
  format: () => step('format'),
  test,
  dev,
  bench: () => trial('bench/run.ts'),
  faults: () => trial('faults/run.ts'),
  load: () => trial('faults/load.ts'),
  mutants: () => mutants(rest),
  sbom,
};
