import { readFileSync } from 'node:fs';
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';

/* Changes of the schema are announced, and what is deprecated stays for a while (docs/graphql.md, "Deprecation"). */

const present = buildSchema(readFileSync('schema.graphql', 'utf8'));
const released = buildSchema(readFileSync('schema-released.graphql', 'utf8'));
const changelog = readFileSync('docs/schema-changelog.md', 'utf8');

/** The paths under "Unreleased", by their headings. */
function entriesOf(text: string): Record<string, string[]> {
  const [, unreleased = ''] = text.split(/^## Unreleased$/m);
  const sections = unreleased.split(/^## /m)[0]!.split(/^### /m).slice(1);
  return Object.fromEntries(
    sections.map((section) => [
      section.split('\n')[0]!,
      Array.from(section.matchAll(/`((?:[A-Z]\w*)(?:\.\w+)*)`/g), ([, path]) => path!),
    ]),
  );
}

const parentOf = (path: string) => path.replace(/\.\w+$/, '');

/** Whether an entry of this path announces the change. */
function announces(path: string, change: Change): boolean {
  if (path === change.path) return true;
  const isArgument = change.path?.split('.').length === 3;
  const isAddition = change.criticality.level === CriticalityLevel.Dangerous;
  return (isArgument || isAddition) && path === parentOf(change.path ?? '');
}

/** Breaking and dangerous changes without an entry, and entries about what neither changed nor is in the schema. */
async function unannounced(before: GraphQLSchema, after: GraphQLSchema, text: string) {
  const changes = await diff(before, after);
  const paths = Object.values(entriesOf(text)).flat();
  const known = coordinatesOf(after);
  return {
    missing: changes
      .filter(({ criticality }) => criticality.level !== CriticalityLevel.NonBreaking)
      .filter((change) => !paths.some((path) => announces(path, change)))
      .map(({ criticality, path, message }) => `${criticality.level} ${path}: ${message}`),
    stale: paths.filter((path) => !known.has(path) && !changes.some((change) => announces(path, change))),
  };
}

describe('docs/schema-changelog.md', () => {
  test('announces each breaking or dangerous change since the last release, and nothing that is not there', async () => {
    expect(await unannounced(released, present, changelog)).toEqual({ missing: [], stale: [] });
  });

  test.each([
    ['a removed field', 'type Query { a: Int }', 'Query.b'],
    ['another type', 'type Query { a: Int b: String e: E }  enum E { X }', 'Query.b'],
    ['a new value', 'type Query { a: Int b: Int e: E } enum E { X Y }', 'E.Y'],
    ['a new argument', 'type Query { a(n: Int!): Int b: Int e: E } enum E { X }', 'Query.a.n'],
  ])('%s would be missed', async (_what, after, path) => {
    const before = 'type Query { a: Int b: Int e: E } enum E { X }';
    const find = (text: string) => unannounced(buildSchema(before), buildSchema(after), text);
    expect((await find('## Unreleased\n')).missing.join()).toContain(path);
    expect((await find('## Unreleased\n\n### Breaking\n\n- `Query.z`')).stale).toEqual(['Query.z']);
    expect((await find(`## Unreleased\n\n### Breaking\n\n- \`${path}\` is new.`)).missing.join()).not.toContain(path);
    // Only what is unreleased counts.
    expect((await find(`## Unreleased\n\n## 1.0\n\n### Breaking\n\n- \`${path}\``)).missing.join()).toContain(path);
  });
});

interface Deprecated {
  path: string;
  reason: string;
}

const partsOf = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => {
      if (isEnumType(type))
        return [
          { path: type.name, deprecationReason: null },
          ...type.getValues().map((value) => ({ ...value, path: `${type.name}.${value.name}` })),
        ];
      if (!isObjectType(type) && !isInputObjectType(type)) return [];
      return Object.values(type.getFields()).flatMap((field) => {
        const path = `${type.name}.${field.name}`;
        const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
        return [{ ...field, path }, ...args.map((arg) => ({ ...arg, path: `${path}.${arg.name}` }))];
      });
    });

const coordinatesOf = (schema: GraphQLSchema) => new Set(partsOf(schema).map(({ path }) => path));

const deprecatedIn = (schema: GraphQLSchema): Deprecated[] =>
  partsOf(schema).flatMap(({ path, deprecationReason }) =>
    deprecationReason == null ? [] : [{ path, reason: deprecationReason }],
  );

const REASON =
  /^Since (\d{4}-\d\d-\d\d): (?:use ([A-Z]\w*(?:\.\w+)+)|nothing takes its place)\. Stays until (\d{4}-\d\d-\d\d) at least\.( .+)?$/;
/** In days. */
const STAYS = 180;

/** What is wrong with the deprecations of a schema. */
function wrongDeprecations(schema: GraphQLSchema, text: string): string[] {
  const known = coordinatesOf(schema);
  return deprecatedIn(schema).flatMap(({ path, reason }) => {
    const [, since = '', use, until = ''] = REASON.exec(reason) ?? [];
    const days = (Date.parse(until) - Date.parse(since)) / 86_400_000;
    return [
      ...(since ? [] : [`${path}: the reason is not in the form of docs/graphql.md`]),
      ...(since && !(days >= STAYS) ? [`${path} stays for less than ${STAYS} days`] : []),
      ...(use && !known.has(use) ? [`${path}: there is no ${use}`] : []),
      ...(text.includes(`\`${path}\``) ? [] : [`${path} is not announced in docs/schema-changelog.md`]),
    ];
  });
}

describe('what is deprecated', () => {
  test('says since when, what takes its place, and how long it stays, and is announced', () => {
    expect(wrongDeprecations(present, changelog)).toEqual([]);
  });

  const deprecated = (reason: string) => buildSchema(`type Query { a: Int b: Int @deprecated(reason: "${reason}") }`);
  const announced = '## Unreleased\n\n### Deprecated\n\n- `Query.b`: use `Query.a`.';
  test.each([
    ['Since 2026-12-02: use Query.a. Stays until 2027-06-02 at least.', []],
    ['Since 2026-12-02: nothing takes its place. Stays until 2027-06-02 at least.', []],
    ['Use a.', ['Query.b: the reason is not in the form of docs/graphql.md']],
    ['Since 2026-12-02: use Query.a. Stays until 2027-01-02 at least.', ['Query.b stays for less than 180 days']],
    ['Since 2026-12-02: use Query.c. Stays until 2027-06-02 at least.', ['Query.b: there is no Query.c']],
  ])('%s', (reason, wrong) => {
    expect(wrongDeprecations(deprecated(reason), announced)).toEqual(wrong);
    expect(wrongDeprecations(deprecated(reason), '## Unreleased\n')).toEqual([
      ...wrong,
      'Query.b is not announced in docs/schema-changelog.md',
    ]);
  });
});
