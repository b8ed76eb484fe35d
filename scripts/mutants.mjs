/**
 * Shows whether the tests notice mistakes. Each mutant in tests/mutants.json is one slip that a programmer could make. It is
 * made in a copy of the last commit, where one of its tests must then fail.
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endAs, Failure, start, stop } from './processes.mjs';

/**
 * @typedef {object} Mutant
 * @property {string} room
 * @property {string} name What goes wrong.
 * @property {string} file
 * @property {string} find Must occur exactly once in the file.
 * @property {string} replace
 * @property {string[]} tests Parts of the paths of test files, tried in turn until a test fails.
 * @property {boolean} [needsBuild] Whether its tests use the build of the file's floor (server or client).
 */

/** Of all mutants. The tests must kill every mutant of a smaller selection. */
const LEAST_KILLED = 57;
/** A mutant may wait forever. */
const MOST_MINUTES = 10;

/** @param {Pick<Mutant, 'room' | 'name'>} mutant */
const titleOf = ({ room, name }) => `${room}: ${name}`;

/**
 * Runs a program to its end and returns its output and exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
async function run(command, args, options) {
  const child = start(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    ...options,
  });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
  const timer = setTimeout(() => child.kill('SIGKILL'), MOST_MINUTES * 60_000);
  const { code } = await child.ended;
  clearTimeout(timer);
  if (stop.signal) throw new Failure('Interrupted.');
  return { code, output: Buffer.concat(output).toString().trim() };
}

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new Failure(`git ${args[0]}: ${output}`);
  return output;
}

/** @param {Mutant[]} mutants */
function refuseStale(mutants) {
  const stale = mutants.flatMap((mutant) => {
    const count = readFileSync(mutant.file, 'utf8').split(mutant.find).length - 1;
    return count === 1 ? [] : `${titleOf(mutant)}: ${mutant.file} has ${count} times ${mutant.find}`;
  });
  if (stale.length > 0) throw new Failure(['Stale mutants:', ...stale].join('\n'));
}

/**
 * The copy has only what is committed.
 * @param {Mutant[]} mutants
 */
async function refuseUncommitted(mutants) {
  const files = new Set(mutants.map(({ file }) => file));
  const changed = await git('status', '--porcelain', '--', ...files, 'tests', 'package-lock.json');
  if (changed) throw new Failure(`Commit these first:\n${changed}`);
}

/** @param {string[]} args */
export async function mutants(args) {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, from: { type: 'string', default: '1' } } });
  /** @type {Mutant[]} */
  const all = JSON.parse(readFileSync('tests/mutants.json', 'utf8'));
  const chosen = all
    .map((mutant, index) => ({ ...mutant, number: index + 1 }))
    .filter((mutant) => mutant.number >= Number(values.from) && titleOf(mutant).includes(values.only ?? ''));
  if (chosen.length === 0) throw new Failure('There is no such mutant.');
  refuseStale(chosen);
  await refuseUncommitted(chosen);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'motokey-mutants-')));
  const tree = join(folder, 'tree');
  try {
    await git('worktree', 'add', '--detach', tree, 'HEAD');
    const killed = await tryEach(tree, chosen, all.length);
    console.log(`${killed} of ${chosen.length} killed`);
    if (killed < Math.min(LEAST_KILLED, chosen.length)) process.exitCode = 1;
  } finally {
    const { signal } = stop;
    stop.signal = undefined;
    await git('worktree', 'remove', '--force', tree).catch(console.error);
    rmSync(folder, { recursive: true });
    if (signal) await endAs({ signal });
  }
}

/**
 * Returns how many are killed.
 * @param {string} tree
 * @param {(Mutant & { number: number })[]} chosen
 * @param {number} total
 */
async function tryEach(tree, chosen, total) {
  const copy = await prepare(tree);
  const firstTests = chosen.flatMap(({ tests }) => tests.map(copy.filesOf).find((files) => files.length > 0) ?? []);
  await copy.requireGreen(firstTests);
  let killed = 0;
  for (const mutant of chosen) {
    const began = performance.now();
    const killer = await copy.killerOf(mutant);
    if (killer) killed += 1;
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    const outcome = killer ? `killed by ${killer}` : 'SURVIVED';
    console.log(`${mutant.number}/${total} ${titleOf(mutant)} (${seconds} s): ${outcome}`);
  }
  return killed;
}

/**
 * Builds the copy.
 * @param {string} tree
 */
async function prepare(tree) {
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'), 'junction');
  const { NODE_ENV: _, ...env } = process.env;
  env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');
  /** @param {string[]} args */
  const node = (...args) => run(process.execPath, args, { cwd: tree, env });
  const built = await node('run.mjs', 'build');
  if (built.code !== 0) throw new Failure(built.output);
  const [dist, sound, report] = ['dist', '../dist', '../report.json'].map((name) => join(tree, name));
  cpSync(dist, sound, { recursive: true });
  const files = (await git('ls-files', 'tests')).split('\n').filter((name) => name.endsWith('.test.ts'));
  /** Test files that pass without a mutant. */
  const green = new Set();

  /** @param {string} part */
  const filesOf = (part) => files.filter((name) => name.includes(part));

  /**
   * Runs test files. Returns the failures; a file that does not run is one.
   * @param {string[]} names
   * @param {string[]} options
   */
  async function failuresIn(names, ...options) {
    rmSync(report, { force: true });
    const args = ['run', '--reporter=json', `--outputFile=${report}`, ...options, ...names];
    const { code, output } = await node('node_modules/vitest/vitest.mjs', ...args);
    /** @type {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} */
    let results = [];
    try {
      results = JSON.parse(readFileSync(report, 'utf8')).testResults;
    } catch {
      return [
        code === null ? `${names[0]}, which did not end` : `${names[0]}, which did not run: ${output.slice(-500)}`,
      ];
    }
    const failures = results.flatMap(({ name, status, assertionResults }) => {
      const file = relative(tree, name);
      const failed = assertionResults.filter((one) => one.status === 'failed');
      if (failed.length > 0) return failed.map(({ fullName }) => `${file} › ${fullName}`);
      return status === 'failed' ? [`${file}, which did not run`] : [];
    });
    return failures.length > 0 || code === 0 ? failures : [`${names[0]}, outside its tests: ${output.slice(-500)}`];
  }

  /**
   * Throws if tests fail without a mutant.
   * @param {string[]} names
   */
  async function requireGreen(names) {
    const news = [...new Set(names)].filter((name) => !green.has(name));
    if (news.length === 0) return;
    const failures = await failuresIn(news);
    if (failures.length > 0) throw new Failure(['These fail without a mutant:', ...failures].join('\n'));
    for (const name of news) green.add(name);
  }

  /**
   * Makes one mutant, and takes it back after its tests. Returns the test that failed.
   * @param {Mutant} mutant
   */
  async function killerOf({ file, find, replace, tests, needsBuild }) {
    const path = join(tree, file);
    const before = readFileSync(path, 'utf8');
    // Not as a pattern: `$&` has a meaning there.
    writeFileSync(
      path,
      before.replace(find, () => replace),
    );
    /** @type {string | undefined} */
    let killer;
    try {
      if (needsBuild) {
        const config = file.startsWith('server/') ? 'vite.server.config.ts' : 'vite.config.ts';
        const { code, output } = await run(
          process.execPath,
          ['node_modules/vite/bin/vite.js', 'build', '--config', config],
          { cwd: tree, env: { ...env, NODE_ENV: 'production' } },
        );
        if (code !== 0) throw new Failure(`A mutant of ${file} cannot be built: ${output}`);
      }
      for (const part of tests) {
        const names = filesOf(part);
        [killer] = names.length > 0 ? await failuresIn(names, '--bail=1') : [];
        if (killer) break;
      }
    } finally {
      writeFileSync(path, before);
      if (needsBuild) {
        rmSync(dist, { recursive: true });
        cpSync(sound, dist, { recursive: true });
      }
    }
    await requireGreen(files.filter((name) => killer?.startsWith(name)));
    return killer;
  }

  return { filesOf, requireGreen, killerOf };
}
