/** The browser of the end-to-end tests. Nothing is downloaded: one of ours comes inside an npm package. */
import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

// Chromium crashes where it finds no font at all; the package's own settings look for its font under /tmp only.
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/** Chromium from the variable CHROME, else the system's, else the one of @sparticuz/chromium. Close it when done. */
export async function launchChromium(): Promise<Browser> {
  const { path, env } = await findChromium();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: path, headless: true, args: [...sandbox, ...flags], env });
}

/** Where the browser lies, and the environment it needs. The first call may extract it, which takes some seconds. */
async function findChromium(): Promise<{ path: string; env: Record<string, string> }> {
  const env = Object.fromEntries(Object.entries(process.env).filter((pair): pair is [string, string] => !!pair[1]));
  const path = process.env.CHROME || systemChromium();
  if (path) return { path, env };
  const home = await extract();
  const packed = join(home, 'chromium');
  env.FONTCONFIG_FILE = join(home, 'fonts/ours.conf');
  if (!runs(packed, env)) env.LD_LIBRARY_PATH = join(home, 'al2023/lib'); // NSS and the like are missing here
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

/** Extracts the package's archives once, beside it. Moved into place whole: several workers may do it at a time. */
async function extract(): Promise<string> {
  const home = resolve('node_modules/.cache/chromium');
  if (existsSync(home)) return home;
  const half = `${home}.new-${process.pid}`;
  mkdirSync(half, { recursive: true });
  const { inflate } = await import('@sparticuz/chromium');
  const { TMPDIR } = process.env;
  process.env.TMPDIR = half; // the package extracts to os.tmpdir(), under names that another user may have taken
  try {
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((name) => inflate(resolve('node_modules/@sparticuz/chromium/bin', name))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  chmodSync(join(half, 'chromium'), 0o755);
  writeFileSync(join(half, 'fonts/ours.conf'), fontSettings);
  try {
    renameSync(half, home);
  } catch (error) {
    rmSync(half, { recursive: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}

function runs(path: string, env: Record<string, string>): boolean {
  try {
    execFileSync(path, ['--version'], { env, stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
