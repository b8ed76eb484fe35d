/** The browser of the end-to-end tests. Nothing is downloaded at run time: an npm package contains one. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts Chromium from the variable CHROME, else the system's, else the one of @sparticuz/chromium, with `own` flags
 * besides those of all. The caller closes it.
 */
export async function launchChromium(own: string[] = []): Promise<Browser> {
  const { path, env } = await findChromium();
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

/** The path of the browser, and the environment it needs. The first call may extract it, which takes a few seconds. */
async function findChromium(): Promise<{ path: string; env: Record<string, string> }> {
  const env = Object.fromEntries(Object.entries(process.env).filter((pair): pair is [string, string] => !!pair[1]));
  const path = process.env.CHROME || systemChromium();
  if (path) return { path, env };
  const home = resolve('node_modules/.cache/chromium');
  // In a separate process, because the package extracts to TMPDIR, which applies to a whole process.
  if (!existsSync(home)) execFileSync(process.execPath, ['tests/support/extractChromium.ts'], { stdio: 'inherit' });
  const packed = join(home, 'chromium');
  env.FONTCONFIG_FILE = join(home, 'fonts/ours.conf');
  if (!runs(packed, env)) env.LD_LIBRARY_PATH = join(home, 'al2023/lib'); // the system lacks NSS and other libraries
  return { path: packed, env };
}

function systemChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...inPath, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function runs(path: string, env: Record<string, string>): boolean {
  try {
    execFileSync(path, ['--version'], { env, stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
