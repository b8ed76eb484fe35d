/**
 * Shows whether the tests notice mistakes. Each mutant in tests/mutants.json is one slip that a programmer could make. It is
 * made in a copy of the last commit, where one of its tests must then fail, which passes without it.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
const MOST_MINUTES = 15;

/**
 * @typedef {object} Failed
 * @property {string} file
 * @property {string} [name] Of the test; absent if the file as a whole failed.
 * @property {string} [reason]
 */

/** @param {Failed} failed */
const inWords = ({ file, name, reason }) => (name ? `${file} › ${name}` : `${file}, ${reason}`);

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
  const copy = new Copy(tree);
  await copy.prepare();
  /** @type {Failed[]} */
  const killers = [];
  for (const mutant of chosen) {
    const began = performance.now();
    const killer = await copy.killerOf(mutant);
    if (killer) killers.push(killer);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    const outcome = killer ? `killed by ${inWords(killer)}` : 'SURVIVED';
    console.log(`${mutant.number}/${total} ${titleOf(mutant)} (${seconds} s): ${outcome}`);
  }
  const broken = await copy.brokenAmong(killers);
  if (broken.length === 0) return killers.length;
  console.log(['These fail without a mutant, too, and kill none:', ...broken.map(inWords)].join('\n'));
  const files = new Set(broken.map(({ file }) => file));
  return killers.filter(({ file }) => !files.has(file)).length;
}

/** A test's name as a part of a pattern. @param {string} name */
const literally = (name) => name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** A copy of the last commit, with a build. */
class Copy {
  /** @type {string[]} */
  #testFiles = [];

  /** @param {string} tree */
  constructor(tree) {
    this.tree = tree;
    this.dist = join(tree, 'dist');
    /** The build without a mutant. */
    this.sound = join(tree, '..', 'dist');
    this.report = join(tree, '..', 'report.json');
    const { NODE_ENV: _, ...env } = process.env;
    this.env = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'), ...env };
  }

  async prepare() {
    symlinkSync(resolve('node_modules'), join(this.tree, 'node_modules'), 'junction');
    const { code, output } = await this.#node(['run.mjs', 'build']);
    if (code !== 0) throw new Failure(output);
    cpSync(this.dist, this.sound, { recursive: true });
    this.#testFiles = (await git('ls-files', 'tests')).split('\n').filter((name) => name.endsWith('.test.ts'));
  }

  /**
   * Makes one mutant, and takes it back after its tests. Returns what failed.
   * @param {Mutant} mutant
   */
  async killerOf({ file, find, replace, tests, needsBuild }) {
    const path = join(this.tree, file);
    const before = readFileSync(path, 'utf8');
    // A function, because `$&` has a meaning in a text.
    writeFileSync(
      path,
      before.replace(find, () => replace),
    );
    try {
      if (needsBuild) await this.#build(file);
      for (const part of tests) {
        const names = this.#testFiles.filter((name) => name.includes(part));
        const [killer] = names.length > 0 ? await this.#failuresIn(names, '--bail=1') : [];
        if (killer) return killer;
      }
      return undefined;
    } finally {
      writeFileSync(path, before);
      if (needsBuild) {
        rmSync(this.dist, { recursive: true });
        cpSync(this.sound, this.dist, { recursive: true });
      }
    }
  }

  /**
   * Which of these also fail without a mutant.
   * @param {Failed[]} killers
   */
  async brokenAmong(killers) {
    const files = [...new Set(killers.map(({ file }) => file))];
    if (files.length === 0) return [];
    const names = killers.flatMap(({ name }) => (name ? [literally(name)] : []));
    const pattern = names.length > 0 ? ['--testNamePattern', `^(?:${names.join('|')})$`] : [];
    const failures = await this.#failuresIn(files, ...pattern);
    if (failures.length === 0) return [];
    // A test may need those before it.
    return this.#failuresIn([...new Set(failures.map(({ file }) => file))]);
  }

  /** @param {string} file */
  async #build(file) {
    const config = file.startsWith('server/') ? 'vite.server.config.ts' : 'vite.config.ts';
    const args = ['node_modules/vite/bin/vite.js', 'build', '--config', config];
    const { code, output } = await this.#node(args, { NODE_ENV: 'production' });
    if (code !== 0) throw new Failure(`The mutant of ${file} cannot be built: ${output}`);
  }

  /**
   * Runs test files and returns what failed.
   * @param {string[]} files
   * @param {string[]} options
   * @returns {Promise<Failed[]>}
   */
  async #failuresIn(files, ...options) {
    rmSync(this.report, { force: true });
    const args = ['run', '--reporter=json', `--outputFile=${this.report}`, ...options, ...files];
    const { code, output } = await this.#node(['node_modules/vitest/vitest.mjs', ...args]);
    /** @param {string} reason */
    const asAWhole = (reason) => [{ file: files[0] ?? '', reason }];
    if (code === null) return asAWhole('which did not end');
    if (!existsSync(this.report)) return asAWhole(`which did not run: ${output.slice(-500)}`);
    /** @type {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(this.report, 'utf8'));
    const failures = testResults.flatMap(({ name, status, assertionResults }) => {
      const file = relative(this.tree, name).replaceAll('\\', '/');
      const failed = assertionResults.filter((one) => one.status === 'failed');
      /** @type {Failed[]} */
      const found = failed.map(({ fullName }) => ({ file, name: fullName }));
      // A file that cannot be loaded has no failed test.
      return found.length === 0 && status === 'failed' ? [{ file, reason: 'which did not run' }] : found;
    });
    return failures.length > 0 || code === 0 ? failures : asAWhole(`outside its tests: ${output.slice(-500)}`);
  }

  /**
   * @param {string[]} args
   * @param {NodeJS.ProcessEnv} [env]
   */
  #node(args, env) {
    return run(process.execPath, args, { cwd: this.tree, env: { ...this.env, ...env } });
  }
}
