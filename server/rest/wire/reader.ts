import type { Naming } from '../../catalogue/keyData';
import { invalid } from '../../errors';

/*
 * Only this folder knows the names of REST (docs/rules.md, "REST names"). Readers turn a call into an operation's input
 * and map errors of its fields to their wire names; writers turn records into bodies.
 */

/** What a route reads of a request: every value is text, or parsed JSON. */
export interface Call {
  /** The id in the path; absent in a list's path. */
  id?: string;
  query: Record<string, string | undefined>;
  body: Record<string, unknown>;
}

type Source = Record<string, unknown>;

/** A JSON Schema, for the document of openapi.ts. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** How one field of an input is read; undefined if the call does not have it. */
export interface Part {
  /** Its name on the wire and in errors. */
  name: string;
  /** What it reads, by wire name; empty if the caller does not choose the value. */
  schemas(naming: Naming): Record<string, Schema>;
  /** The wire's words with the values they stand for. */
  words?: Record<string, unknown>;
  /** Of an object within the input: its class and its fields. */
  inside?: { Input: new () => object; parts: ReadonlyMap<string, Part> };
  read(source: Source, call: Call): unknown;
}

/** Where the fields of an input are in a call. */
export interface Place {
  in: 'query' | 'body';
  of(call: Call): Source;
  /** Schemas of the fields that it checks itself. */
  schemas?: Record<string, Schema>;
}

/** Reads an input of type `I`, and renames its fields in errors. */
export interface Reader<I> {
  read(call: Call): Partial<I>;
  wireName(field: string): string;
  place: Place;
  /** By the fields of the input. */
  parts: ReadonlyMap<string, Part>;
  /** The default naming of spacing and depth, if the query does not choose one; absent if there is none. */
  naming?: Naming;
}

function valuesOf(parts: ReadonlyMap<string, Part>, source: Source, call: Call): object {
  const values = Array.from(parts, ([field, part]) => [field, part.read(source, call)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** A field that is absent is left to the input's own default. */
export function reader<I>(place: Place, fields: { [K in keyof I]?: Part }): Reader<I> {
  const parts = new Map<string, Part>(Object.entries(fields));
  const named = new Map([...parts, ...[...parts.values()].flatMap(({ inside }) => [...(inside?.parts ?? [])])]);
  return {
    place,
    parts,
    read(call) {
      return valuesOf(parts, place.of(call), call) as Partial<I>;
    },
    wireName: (field) => named.get(field)?.name ?? field,
  };
}

/** For changes of a record: null on the wire, like an absent field, keeps the stored value; in the graph it clears it. */
export function changes<I>(place: Place, fields: { [K in keyof I]?: Part }): Reader<I> {
  const all = reader<I>(place, fields);
  const isGiven = ([, value]: [string, unknown]) => value !== null;
  return { ...all, read: (call) => Object.fromEntries(Object.entries(all.read(call)).filter(isGiven)) as Partial<I> };
}

const part = (name: string, schema: Schema, parse: (value: unknown) => unknown): Part => ({
  name,
  schemas: () => ({ [name]: schema }),
  read: (source) => (source[name] === undefined ? undefined : parse(source[name])),
});

/** The `filter` of a list: on the wire its fields are beside the others. */
export function filter<F extends object>(Input: new () => F, fields: { [K in keyof F]?: Part }): Part {
  const parts = new Map<string, Part>(Object.entries(fields));
  return {
    name: 'filter',
    schemas: () => ({}),
    inside: { Input, parts },
    read: (source, call) => Object.assign(new Input(), valuesOf(parts, source, call)),
  };
}

/** A field of the input that the call does not choose. */
export const fixed = (name: string, read: Part['read']): Part => ({ name, schemas: () => ({}), read });

/** Only these are converted to text; anything else in the JSON is left for the input's rules to refuse. */
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Longer numbers have lost digits when they were parsed. */
const EXACT_DIGITS = 15;

/** A number as its text; one that JSON.parse may have changed is left to be refused. */
export function textOf(value: unknown): unknown {
  if (typeof value !== 'number') return value;
  const text = String(value);
  const digits = /^-?(\d+)(?:\.(\d+))?$/.exec(text)?.slice(1).join('').length;
  return Number.isSafeInteger(value) || (digits && digits <= EXACT_DIGITS) ? text : value;
}

/** Numbers may come as text and text as numbers (docs/rules.md, "REST names"). */
export const text = (name: string, schema: Schema = { type: 'string' }) => part(name, schema, textOf);

/** The id of a record. */
export const id = (name: string) => text(name, { type: ['integer', 'string'] });

export const whole = (name: string) =>
  part(name, { type: 'integer' }, (value) =>
    typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value,
  );

const FLAGS = new Map([
  ...['true', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no'].map((word) => [word, false] as const),
]);
export const flag = (name: string) =>
  part(name, { type: 'boolean' }, (value) => {
    // PHP's forms have a hidden field before a box that may be ticked: the last one counts.
    const isRepeated = Array.isArray(value) && value.every((one) => typeof one === 'string');
    const last: unknown = isRepeated ? value.at(-1) : value;
    return (isScalar(last) ? FLAGS.get(String(last).toLowerCase()) : undefined) ?? value;
  });

/** One of the wire's words, in whatever case; any other becomes null, which every input refuses. */
export const choice = (name: string, words: Record<string, unknown>): Part => ({
  ...part(name, { type: 'string', enum: Object.keys(words) }, (value) => {
    const word = typeof value === 'string' ? value.toLowerCase() : '';
    return Object.hasOwn(words, word) ? words[word] : null;
  }),
  words,
});

/**
 * The values under `name[0]`, `name[1]` …, as forms write lists, by their numbers. Any other name in brackets is refused:
 * ignoring it would lose a value.
 */
export function inPlaces(source: Source, name: string): Map<number, unknown> {
  const found: [place: number, value: unknown][] = [];
  for (const [key, value] of Object.entries(source)) {
    if (!key.startsWith(`${name}[`) || key === `${name}[]`) continue;
    const [, place] = /^\[(0|[1-9]\d*)\]$/.exec(key.slice(name.length)) ?? [];
    if (place === undefined)
      throw invalid({ [name]: [`Please write ${name}[] or ${name}[0], not ${key.slice(0, 100)}.`] });
    found.push([Number(place), value]);
  }
  return new Map(found.sort(([one], [other]) => one - other));
}

/** All values of a list: of `name[]` or `name`, once or more, and of `name[0]` … Undefined if there are none. */
function listed(source: Source, name: string): unknown[] | undefined {
  const values = [source[`${name}[]`], source[name], ...inPlaces(source, name).values()];
  const given = values.filter((value) => value !== undefined);
  return given.length > 0 ? given.flat() : undefined;
}

/** A list of ids; an empty text is an empty list. */
export const list = (name: string): Part => ({
  name,
  schemas: () => ({ [`${name}[]`]: { type: 'array', items: { type: ['integer', 'string'] } } }),
  read: (source) =>
    listed(source, name)
      ?.filter((one) => one !== '')
      .map((one) => (isScalar(one) ? String(one) : one)),
});

/** A file, in a multipart body or as an answer. */
export const FILE: Schema = { type: 'string', format: 'binary' };

/** A file from api.ts; a value from JSON never has a Buffer. */
const isFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);

/** A file. If none is chosen, browsers send one without a name, which api.ts drops. */
export const file = (name: string) => part(name, FILE, (value) => (isFile(value) ? value : undefined));

/** A list of files. */
export const files = (name: string): Part => ({
  name,
  schemas: () => ({ [`${name}[]`]: { type: 'array', items: FILE } }),
  read(source) {
    const values = listed(source, name)?.filter(isFile);
    return values?.length ? values : undefined;
  },
});

/** A time after a day, with or without seconds, fractions and a zone. */
const TIME = /[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?( ?(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?))?$/;

const DAY: Schema = { type: 'string', format: 'date' };

/** `YYYY-MM-DD`, also under its other name; a time after it is dropped (docs/rules.md, "Input"). */
export const day = (name: string, otherName = name): Part => ({
  name,
  schemas: () => ({ [name]: DAY, [otherName]: DAY }),
  read(source) {
    const value = source[name] ?? source[otherName];
    return typeof value === 'string' ? value.trim().replace(TIME, '') : value;
  },
});
