/**
 * During an upgrade, servers of the last release and of this one work on the same tables (docs/operations.md,
 * "Upgrading"). So a migration only adds. Anything that it drops must have been unused since an earlier release, which it names:
 *
 *     // contract 1.4.0: nothing has read users.fax since that release
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Migrations up to this one are older than the rule. */
const BASE_LINE = '2026-11-26-01';

const MARK = /^\s*(?:\/\/|\*) contract (\d+\.\d+\.\d+): \S/m;

/** Statements that can break servers of the last release. */
const BREAKING = [
  [/\bdrop\b(?! (index|not null|constraint)\b)/, 'drops something'],
  [/(?<!\balter index \S+ )\brename\b/, 'renames something'],
  [/\balter (column )?\S+ (set data )?type\b/, 'changes the type of a column'],
  [/\bset not null\b/, 'forbids nulls, which the last release may still write'],
];
const ADDED =
  /\badd (column )?(if not exists )?(?!(constraint|check|unique|primary|foreign|exclude)\b)\S+ .*\bnot null\b/;

/** @param {string} statement */
function faultsOf(statement) {
  const faults = BREAKING.filter(([pattern]) => pattern.test(statement)).map(([, fault]) => fault);
  const changes = /^alter table\b/.test(statement) ? statement.split(/,(?![^(]*\))/) : [];
  if (changes.some((change) => ADDED.test(change) && !/\b(default|generated)\b/.test(change)))
    faults.push('adds a column that must be given, which the last release does not do');
  return faults;
}

/**
 * The problems of these migrations, one per line.
 * @param {Record<string, string>} sources by file name
 * @param {string} changelog
 */
export function wrongMigrations(sources, changelog) {
  return Object.entries(sources).flatMap(([name, source]) => {
    if (!/^\d/.test(name) || name.slice(0, BASE_LINE.length) <= BASE_LINE) return [];
    const release = MARK.exec(source)?.[1];
    const isReleased = release && new RegExp(`^## \\[?${release.replaceAll('.', '\\.')}\\]?( |$)`, 'm').test(changelog);
    if (isReleased) return [];
    if (release) return [`${name} waits for release ${release}, which the changelog does not have yet`];
    const literals = source.replace(/\/\*.*?\*\/|\/\/.*$/gms, '').matchAll(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g);
    const statements = [...literals].map(([text]) => text.slice(1, -1).replace(/\s+/g, ' ').trim().toLowerCase());
    const faults = new Set(statements.flatMap(faultsOf));
    return [...faults].map((fault) => `${name} ${fault}: see docs/operations.md, "Upgrading"`);
  });
}

if (import.meta.main) {
  const folder = 'server/migrations';
  const sources = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const wrong = wrongMigrations(sources, readFileSync('CHANGELOG.md', 'utf8'));
  if (wrong.length) {
    console.error(wrong.join('\n'));
    process.exitCode = 1;
  }
}
