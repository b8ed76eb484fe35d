/**
 * Child processes, and how this process ends together with them. Runs on the installed Node, which may be older than
 * the project’s.
 */
import { spawn } from 'node:child_process';

/** An error of which only the message is printed. */
export class Failure extends Error {}

/**
 * How a program ended.
 * @typedef {{ code?: number | null, signal?: NodeJS.Signals | null, error?: Error }} End
 * @typedef {import('node:child_process').ChildProcess & { ended: Promise<End> }} Child
 */

/** @type {Set<Child>} */
const children = new Set();
/**
 * The last signal passed on, and when.
 * @type {{ signal: NodeJS.Signals | undefined, at: number }}
 */
export const stop = { signal: undefined, at: 0 };

/**
 * Passes a signal to every child. One Ctrl-C arrives twice, from the terminal and from npm.
 * @param {NodeJS.Signals} signal
 */
export const forward = (signal) => {
  if (signal === stop.signal && Date.now() - stop.at < 500) return;
  Object.assign(stop, { signal, at: Date.now() });
  for (const child of children) child.kill(signal);
};

/**
 * Starts a child that receives our signals. While a child runs, signals do not end this process. With `detached`, the
 * child has its own process group, and the rest of the group is killed when the child ends. `hard` turns every signal
 * into SIGKILL.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { hard?: boolean }} options
 * @returns {Child}
 */
export function start(command, args, options) {
  const spawned = spawn(command, args, options);
  if (options.detached)
    spawned.kill = (signal) => {
      try {
        return process.kill(-Number(spawned.pid), options.hard ? 'SIGKILL' : signal);
      } catch {
        return false; // they are gone
      }
    };
  if (children.size === 0) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  /** @type {Promise<End>} */
  const closed = new Promise((resolve) => {
    spawned.once('error', (error) => resolve({ code: 1, error }));
    spawned.once('close', (code, signal) => resolve({ code, signal }));
  });
  const ended = closed.then((end) => {
    if (options.detached) child.kill('SIGKILL');
    children.delete(child);
    if (children.size === 0) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward);
    return end;
  });
  const child = Object.assign(spawned, { ended });
  children.add(child);
  return child;
}

/**
 * Ends this process with the exit code or signal of a child, once all children have ended.
 * @param {End} end
 */
export async function endAs({ code, signal }) {
  await Promise.all([...children].map((child) => child.ended));
  if (signal) process.kill(process.pid, signal);
  else process.exit(code);
}
