/*
 * The names of Spec sections 3 and 7 stand in this folder, and nothing else knows them (contract section 2). Readers turn a
 * call into an operation's input and know under which wire name an error of a field is told; writers turn records into
 * bodies.
 */

/** What a route reads of a request: everything is text, or what JSON makes of it. */
export interface Call {
  /** The id in the path; absent in a list's path. */
  id?: string;
  query: Record<string, string | undefined>;
  body: Record<string, unknown>;
}

type Source = Record<string, unknown>;

/** How one field of an input is read; undefined where the call does not have it. */
export interface Part {
  /** On the wire, and in errors. */
  name: string;
  read(source: Source, call: Call): unknown;
}

/** Reads an input of type `I`, and renames its fields in errors. */
export interface Reader<I> {
  read(call: Call): Partial<I>;
  wireName(field: string): string;
}

/** A field that is absent is left to the input's own default. */
export function reader<I>(from: (call: Call) => Source, parts: { [K in keyof I]?: Part }): Reader<I> {
  const fields = Object.entries(parts) as [string, Part][];
  return {
    read(call) {
      const source = from(call);
      const values = fields.map(([field, part]) => [field, part.read(source, call)] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<I>;
    },
    wireName: (field) => parts[field as keyof I]?.name ?? field,
  };
}

const part = (name: string, parse: (value: unknown) => unknown): Part => ({
  name,
  read: (source) => (source[name] === undefined ? undefined : parse(source[name])),
});

/** Only these are converted to text; anything else in the JSON is left for the input's rules to refuse. */
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Numbers may come as text and text as numbers (contract section 8). */
export const text = (name: string) => part(name, (value) => (typeof value === 'number' ? String(value) : value));

export const whole = (name: string) =>
  part(name, (value) => (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value));

const FLAGS = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);
export const flag = (name: string) =>
  part(name, (value) => (isScalar(value) ? FLAGS.get(String(value).toLowerCase()) : undefined) ?? value);

/** One of the wire's words; any other becomes null, which no input takes. */
export const choice = (name: string, words: Record<string, unknown>) =>
  part(name, (value) => (typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : null));

/** A form that leaves this blank means it is absent. */
export const filled = ({ name, read }: Part): Part => ({
  name,
  read: (source, call) => (source[name] === '' ? undefined : read(source, call)),
});

/** `name[]` or `name`, once or more; an empty one is an empty list. */
export const list = (name: string): Part => ({
  name,
  read(source) {
    const value = source[`${name}[]`] ?? source[name];
    if (value === undefined) return undefined;
    const values = Array.isArray(value) ? value : [value];
    return values.filter((one) => one !== '').map((one) => (isScalar(one) ? String(one) : one));
  },
});

/** A file from api.ts; a value from JSON never has a Buffer. */
const isFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);

/** A file. A browser's form sends one without a name where none is chosen: api.ts has dropped it. */
export const file = (name: string) => part(name, (value) => (isFile(value) ? value : undefined));

/** Files under `name[]` or `name`. */
export const files = (name: string): Part => ({
  name,
  read(source) {
    const values = [source[`${name}[]`], source[name]].flat().filter(isFile);
    return values.length ? values : undefined;
  },
});

/** A time after a day, with or without seconds, fractions and a zone. */
const TIME = /[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?( ?(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?))?$/;

/** `YYYY-MM-DD`, also under its other name; a time after it is dropped (docs/rules.md, "Input"). */
export const day = (name: string, otherName = name): Part => ({
  name,
  read(source) {
    const value = source[name] ?? source[otherName];
    return typeof value === 'string' ? value.trim().replace(TIME, '') : value;
  },
});
