/** Programs we start, and how we end together. Read by whatever Node the machine has. */
import { spawn } from 'node:child_process';

/** A failure whose message is all there is to say. */
export class Failure extends Error {}

/**
 * How a program ended.
 * @typedef {{ code?: number | null, signal?: NodeJS.Signals | null, error?: Error }} End
 * @typedef {import('node:child_process').ChildProcess & { ended: Promise<End> }} Child
 */

/** @type {Set<Child>} */
const children = new Set();
/**
 * The signal that ends us, once there is one.
 * @type {{ signal: NodeJS.Signals | undefined, at: number }}
 */
export const stop = { signal: undefined, at: 0 };

/**
 * Passes a signal on to every program we started. One Ctrl-C reaches us twice, from the terminal and from npm.
 * @param {NodeJS.Signals} signal
 */
export const forward = (signal) => {
  if (signal === stop.signal && Date.now() - stop.at < 500) return;
  Object.assign(stop, { signal, at: Date.now() });
  for (const child of children) child.kill(signal);
};

/**
 * Starts a program that gets our signals; while one runs we stay, however often Ctrl-C is pressed. With `detached` it
 * is a process group of its own, and what it leaves running ends with it; `hard` turns every signal into a kill.
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
 * Ends this process the way a child ended, once all children have ended.
 * @param {End} end
 */
export async function endAs({ code, signal }) {
  await Promise.all([...children].map((child) => child.ended));
  if (signal) process.kill(process.pid, signal);
  else process.exit(code);
}
