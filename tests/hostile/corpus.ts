import fc from 'fast-check';

/** The seed of all random tests, fixed so that a run can be repeated, and a factor for the number of values: `HOSTILE=8 HOSTILE_SEED=5 npm test -- tests/hostile`. */
export const SEED = Number(process.env.HOSTILE_SEED ?? 2026);
export const DENSITY = Number(process.env.HOSTILE ?? 1);

/** Texts that are known to break software. */
export const TEXTS = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\u0000b',
  '\u0001\u001f\u007f',
  '\ud800',
  'x\udc00y',
  '\ufffe\uffff',
  '\u202eright to left\u202c',
  '🔑🏍️',
  '👩‍👩‍👧‍👦'.repeat(40),
  'Z̸̢̛͎̠̈́a̷̙͝l̶̰̈́g̵̺̈́o̶̗͒'.repeat(9),
  'İ@example.com',
  'ß ﬁ ﷺ Ａ',
  "' or 1=1; --",
  "'; drop table users; --",
  '%_\\%%__\\\\',
  '?::int',
  '$1 ? :name',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://evil.example")',
  '$' + '{7*7} {{7*7}}',
  '../../../etc/passwd',
  'line\r\nSet-Cookie: session=x',
  'a'.repeat(255),
  'a'.repeat(256),
  '🔑'.repeat(128),
  'a'.repeat(10_001),
  '0',
  '-1',
  '1e3',
  '1e999',
  '0x10',
  '007',
  '1.0000000000000000001',
  '2147483647',
  '2147483648',
  '999999999999999',
  '99999999999999999999',
  'NaN',
  'Infinity',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '2026-01-01 garbage',
  'a@b',
  'x?bcc=a@example.com',
  '"a b"@example.com',
  `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
];

/** JSON with no text where one is expected. Written as JSON, because JavaScript values cannot express all of it. */
const STRUCTURES = [
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '{"toString":{"call":1},"length":3}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"prototype":1}',
  '{"hasOwnProperty":1}',
  '{"then":1,"catch":1}',
  '{"toJSON":1}',
  '{"length":99999999}',
  '{"bytes":1,"name":{}}',
  '{"bytes":{"length":0},"name":"x.png"}',
  '{"bytes":"x","name":"x.png","file":1}',
  '{"$ne":null}',
  '{"0":"a"}',
  '{}',
  '[]',
  '[[]]',
  '[null]',
  '[{"toString":1}]',
  '[["a"],["b"]]',
  '["a","b","c"]',
  '[1,2,3]',
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e21',
  '1e999',
  '-1e999',
  '1e-999',
  '2147483648',
  '9007199254740993',
  `[${'1,'.repeat(5_000)}1]`,
];

/** Used rarely: their size alone costs some milliseconds each. */
const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
const HEAVY = [
  deep('[', ']', 20_000),
  deep('[', ']', 100_000),
  deep('{"a":', '}', 20_000).replace('}', '1}'),
  deep('[{"a":', '}]', 20_000).replace('}', '1}'),
  JSON.stringify('x'.repeat(1_000_000)),
  JSON.stringify('\u202e🔑'.repeat(100_000)),
];

const random = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, seed: number) =>
  fc.sample(arbitrary, { numRuns, seed });
const ANY_TEXT = fc.string({ unit: 'binary', maxLength: 300 });
const ANY_JSON = fc.json({ maxDepth: 4, stringUnit: 'binary' });

/** Cycles through the values, so that over many fields each is used many times, whatever the density. */
export class Turns<T> {
  private next = 0;
  constructor(private readonly all: readonly T[]) {}
  take(count: number): T[] {
    return Array.from({ length: Math.min(count, this.all.length) }, () => this.all[this.next++ % this.all.length] as T);
  }
}

const structures = new Turns(STRUCTURES);
const texts = new Turns(TEXTS);
const heavy = new Turns(HEAVY);
let seed = SEED;

let asked = 0;

/** Odd values for one field, as JSON. A heavy one for every fourth field. */
export const oddJson = (): string[] => [
  ...structures.take(3 * DENSITY),
  ...texts.take(3 * DENSITY).map((text) => JSON.stringify(text)),
  ...random(ANY_JSON, DENSITY, ++seed),
  ...heavy.take(asked++ % 4 === 0 ? 1 : 0),
];

/** Odd values for one field, as text. */
export const oddTexts = (): string[] => [...texts.take(DENSITY), ...random(ANY_TEXT, DENSITY, ++seed)];

const quoted = (...texts: string[]) => texts.map((text) => JSON.stringify(text));
const DAYS = [
  '0000-01-01',
  '0001-01-01',
  '0999-12-31',
  '1000-01-01',
  '1582-10-10',
  '1900-02-29',
  '1970-01-01',
  '2024-02-29',
  '2027-01-01',
  '9998-12-31',
  '9999-01-01',
  '9999-12-31',
  '10000-01-01',
  '-0001-01-01',
  '+010000-01-01',
  '294276-12-31',
  '9999-12-31T23:59:59Z',
  '9999-12-31 23:59:60',
  '2026-11-31',
  'infinity',
  'now',
];
const NUMBERS = [
  ...['0', '-0', '1', '-1', '2', '9', '10', '50', '100', '101', '1899', '1900', '2007', '2026', '9999', '10000'],
  ...['-10000', '32767', '32768', '65536', '2147483646', '2147483647', '-2147483648', '2147483648', '-2147483649'],
  ...['9007199254740991', '9007199254740992', '9223372036854775807', '9223372036854775808', '1e309', '1.5', '1e2'],
];
const IDS = [
  '0',
  '-1',
  '2',
  '01',
  '2147483647',
  '2147483648',
  '9999999999',
  '99999999999999999999',
  '1.0',
  ' 1',
  '1e3',
];

/** The edges of what a type can hold, as JSON: for every field all of them. Of an enum, pass the names. */
export function edgesOf(type: string, names: readonly string[] = []): string[] {
  switch (type) {
    case 'LocalDate':
      return quoted(...DAYS);
    case 'Int':
      return NUMBERS;
    case 'Float':
      return [...NUMBERS, '0.098', '-0.1', '1e-320', '1e308', '500.0000001'];
    case 'ID':
      return [...quoted(...IDS), ...['2', '2147483648', '9007199254740993', '-0']];
    default:
      return quoted(...names, ...names.slice(0, 1).map((name) => name.toLowerCase()));
  }
}

/** The same for a list of them. */
export const listsOf = (edges: readonly string[]): string[] => [
  ...edges.slice(0, 12).map((edge) => `[${edge}]`),
  `[${edges.join(',')}]`,
  `[${Array(5_001)
    .fill(edges[0] ?? '"x"')
    .join(',')}]`,
];

/** A JSON object from values that are already JSON. */
export const objectOf = (fields: Iterable<readonly [string, string]>) =>
  `{${Array.from(fields, ([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

/** Internals that no answer may reveal: a stack, a statement, a path. */
export const LEAK =
  /node_modules|\bat [\w.<>]+ \(|\.ts:\d|\.js:\d|file:\/\/|\/work\/|\/tmp\/|select .{1,99} from|insert into|violates|syntax error at|relation "|ECONN|ENOENT|TypeError|RangeError|Cannot read/;
