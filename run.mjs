/**
 * The entry point of every npm script: `node run.mjs <task> [arguments]`, with the installed Node (20 or newer). It
 * installs missing dependencies, switches to the project's own Node 24 (an optional dependency), and runs the task
 * (scripts/tasks.mjs).
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endAs, Failure, start, stop } from './scripts/processes.mjs';

const [task = 'start', ...rest] = process.argv.slice(2);
const major = Number(process.versions.node.split('.')[0]);

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The path of the project's own Node, if it is installed. */
function projectNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
    .map((name) => join('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((path) => existsSync(path));
}

/** Why the dependencies must be installed; undefined if node_modules matches package-lock.json. */
function installReason() {
  if (!existsSync('node_modules')) return 'they are missing';
  try {
    const wanted = json('package-lock.json').packages;
    const found = json('node_modules/.package-lock.json').packages; // npm writes it last
    const changed = Object.keys({ ...wanted, ...found }).some((path) => {
      if (path === '') return false;
      if (!wanted[path] || !found[path]) return !wanted[path]?.optional;
      if (!existsSync(`${path}/package.json`)) return true;
      return wanted[path].version !== found[path].version || wanted[path].integrity !== found[path].integrity;
    });
    if (changed) return 'they are not those of package-lock.json';
  } catch {
    return 'the last installation was not finished';
  }
  return major < 24 && !projectNode() ? "the project's own Node is missing" : undefined;
}

/**
 * Waits for another installation, because two at a time would corrupt node_modules.
 * @param {string} lock
 */
async function othersInstallation(lock) {
  for (let said = false; existsSync(lock) && Date.now() - statSync(lock).mtimeMs < 600_000; said = true) {
    try {
      process.kill(Number(readFileSync(lock, 'utf8')), 0);
    } catch {
      break;
    }
    if (!said) console.log('Waiting for another installation to finish.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  rmSync(lock, { force: true });
}

async function install() {
  if (!installReason()) return;
  const lock = 'dist/.installing';
  await othersInstallation(lock);
  const reason = installReason();
  if (!reason) return;
  console.log(`Installing the dependencies: ${reason}. This takes a minute or two.`);
  rmSync('node_modules/.package-lock.json', { force: true }); // from here on, the installation counts as unfinished
  // npm passes the settings of its own call (npm test --omit=dev …) to child processes; they must not apply to this
  // call.
  const inherited =
    /^npm_(config_(omit|include|only|production|optional|dry_run|global|location|(local_)?prefix|workspaces?|package_lock_only)$|lifecycle|package|command)/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
  const onWindows = process.platform === 'win32';
  // An interrupted npm would spend a long time on cleanup. The next start installs from scratch anyway.
  /** @type {Parameters<typeof start>[2]} */
  const options = { env, stdio: ['ignore', 'inherit', 'inherit'], detached: !onWindows, hard: true };
  const child =
    /npm-cli\.c?js$/.test(npm) && existsSync(npm)
      ? start(node, [npm, ...args], options)
      : start('npm', args, { ...options, shell: onWindows });
  mkdirSync('dist', { recursive: true });
  writeFileSync(lock, String(child.pid));
  const { code, error } = await child.ended;
  rmSync(lock, { force: true });
  if (stop.signal) await endAs({ signal: stop.signal });
  if (code !== 0) throw new Failure(`npm ci failed${error ? `: ${error.message}` : ''}. Fix that and start again.`);
}

try {
  if (major < 20)
    throw new Failure(`Node ${process.versions.node} is too old: install Node 20 or newer, then start again.`);
  process.env.INIT_CWD ??= process.cwd(); // like npm: relative paths are relative to the caller's directory
  process.chdir(fileURLToPath(new URL('.', import.meta.url)));
  await install();
  if (major >= 24) await runHere();
  else await runUnderOurNode();
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  if (task === 'test') console.log('0 passed, 1 failed');
  process.exitCode = 1;
}

async function runHere() {
  if (process.channel) {
    // The parent process (the same script on the other Node) holds this channel. If it is killed, this process ends,
    // too.
    process.channel.unref();
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  }
  const { tasks } = await import('./scripts/tasks.mjs');
  const run = new Map(Object.entries(tasks)).get(task);
  if (!run) throw new Failure(`There is no task ${task}: ${Object.keys(tasks).join(', ')}.`);
  await run();
}

async function runUnderOurNode() {
  const node = projectNode();
  const platform = `${process.platform}-${process.arch}`;
  if (!node || realpathSync(node) === realpathSync(process.execPath))
    throw new Failure(
      `There is no Node 24 for ${platform} in node_modules: install Node 24 yourself, then start again.`,
    );
  const { error, ...end } = await start(node, ['run.mjs', task, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  }).ended;
  if (error)
    throw new Failure(
      `The project's own Node does not run on this machine (${error.message}): install Node 24 yourself.`,
    );
  await endAs(end);
}
