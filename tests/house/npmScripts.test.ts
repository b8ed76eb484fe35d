import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** The scripts that npm runs by itself when it installs, removes, packs, publishes or versions (docs.npmjs.com, "Scripts"). */
const EVENTS = [
  ...['preinstall', 'install', 'postinstall', 'preuninstall', 'uninstall', 'postuninstall', 'dependencies'],
  ...['preprepare', 'prepare', 'postprepare', 'prepublish', 'prepublishOnly', 'publish', 'postpublish'],
  ...['prepack', 'postpack', 'preversion', 'version', 'postversion'],
];

test('npm runs no script unless it is asked to', () => {
  const names = Object.keys(scripts);
  const around = names.flatMap((name) => [`pre${name}`, `post${name}`]);
  expect(names.filter((name) => EVENTS.includes(name) || around.includes(name))).toEqual([]);
  expect(names).toContain('sbom');
});

test('every script has an exec command, on Windows, too', () => {
  const commands = Object.keys(scripts).map((name) => [name, `exec node run.mjs ${name}`]);
  expect(scripts).toEqual(Object.fromEntries(commands));
  expect(readFileSync('exec.cmd', 'utf8')).toMatch(/^@rem .*\r\n@%\*\r\n$/);
});
