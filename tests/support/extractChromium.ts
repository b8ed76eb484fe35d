/**
 * A program that extracts the archives of @sparticuz/chromium. It renames the finished directory, because several may
 * run at the same time.
 */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Chromium crashes if it finds no font. The package's own settings look for its font only under /tmp.
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

const home = resolve('node_modules/.cache/chromium');
const half = `${home}.new-${process.pid}`;
mkdirSync(half, { recursive: true });
const { inflate } = await import('@sparticuz/chromium');
process.env.TMPDIR = half; // the package extracts to os.tmpdir(), under names that another user may have taken
const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
await Promise.all(archives.map((name) => inflate(resolve('node_modules/@sparticuz/chromium/bin', name))));
chmodSync(join(half, 'chromium'), 0o755);
writeFileSync(join(half, 'fonts/ours.conf'), fontSettings);
try {
  renameSync(half, home);
} catch (error) {
  rmSync(half, { recursive: true });
  if (!existsSync(home)) throw error;
}
