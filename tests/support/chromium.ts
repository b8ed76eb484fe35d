/**
 * The browser of the end-to-end tests: the one that the npm package @sparticuz/chromium contains, so that every machine
 * uses the same, unless the variable CHROME is the path of another. Nothing is downloaded at run time.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const PACKAGED = 'linux-x64';
const platform = `${process.platform}-${process.arch}`;

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser with `own` flags besides those of all. The caller closes it. */
export async function launchChromium(own: string[] = []): Promise<Browser> {
  const { path, env } = findChromium();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, ...flags, ...own];
  // On a signal, Playwright would end the process before it can stop what else it has started.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ executablePath: path, headless: true, args, env, ...signals });
}

/** A page of a test lives for seconds: optimizing its code would cost more than it gains. */
const unoptimized = '--js-flags=--no-maglev --no-turbofan';

let shared: Promise<Browser> | undefined;

/** The browser of this process, which its test files share. It ends with the process. */
export async function sharedChromium(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchChromium([unoptimized]);
  return shared as Promise<Browser>;
}

/** Says which browser the run uses, and extracts it, if need be, before several files would. Without one, its tests say so. */
export default function setup(): void {
  if (!process.env.CHROME && platform !== PACKAGED) return;
  const { path, env } = findChromium();
  const version = execFileSync(path, ['--version'], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  console.log(`Browser of the tests: ${version} (${process.env.CHROME ? 'that of CHROME' : 'the packaged one'})`);
}

/** The path of the browser, and the environment it needs. The first call extracts it, which takes a few seconds. */
function findChromium(): { path: string; env: Record<string, string> } {
  const env = Object.fromEntries(Object.entries(process.env).filter((pair): pair is [string, string] => !!pair[1]));
  if (process.env.CHROME) return { path: process.env.CHROME, env };
  if (platform !== PACKAGED)
    throw new Error(`No browser is packaged for ${platform}: set CHROME to the path of a Chromium or Chrome.`);
  const home = resolve('node_modules/.cache/chromium');
  // In a separate process, because the package extracts to TMPDIR, which applies to a whole process.
  if (!existsSync(home)) execFileSync(process.execPath, ['tests/support/extractChromium.ts'], { stdio: 'inherit' });
  const packed = join(home, 'chromium');
  env.FONTCONFIG_FILE = join(home, 'fonts/ours.conf');
  if (!runs(packed, env)) env.LD_LIBRARY_PATH = join(home, 'al2023/lib'); // the system lacks NSS and other libraries
  return { path: packed, env };
}

function runs(path: string, env: Record<string, string>): boolean {
  try {
    execFileSync(path, ['--version'], { env, stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
