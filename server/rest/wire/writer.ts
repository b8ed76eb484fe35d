import type { Call, Schema } from './reader';

/* How the bodies of answers are written: from one table come both the values and their schema in the document. */

/** Writes a `T`, or a part of one. */
export interface Writer<T> {
  schema: Schema;
  write(value: T, call: Call): unknown;
  /** The body has it only if there is a value. */
  optional?: boolean;
  /** The answer's schemas by content type, if it may be other than JSON. */
  content?: Record<string, Schema>;
}

const written =
  <V>(schema: Schema) =>
  <T>(read: (from: T, call: Call) => V): Writer<T> => ({ schema, write: read });

export const text = written<string>({ type: 'string' });
export const textOrNull = written<string | null>({ type: ['string', 'null'] });
export const whole = written<number>({ type: 'integer' });
export const wholeOrNull = written<number | null>({ type: ['integer', 'null'] });
export const flag = written<boolean>({ type: 'boolean' });
export const day = written<string>({ type: 'string', format: 'date' });

export const time = <T>(read: (from: T) => Date): Writer<T> => ({
  schema: { type: 'string', format: 'date-time' },
  write: (from) => read(from).toISOString(),
});
export const timeOrNull = <T>(read: (from: T) => Date | null): Writer<T> => ({
  schema: { type: ['string', 'null'], format: 'date-time' },
  write: (from) => read(from)?.toISOString() ?? null,
});

/** One of a few texts. */
export const oneOf = <V extends string, T>(values: Record<string, V>, read: (from: T) => V): Writer<T> => ({
  schema: { type: 'string', enum: Object.values(values) },
  write: read,
});

/** A value derived from `T`, which `inner` writes. */
export const of = <T, V>(read: (from: T) => V, inner: Writer<V>): Writer<T> => ({
  schema: inner.schema,
  write: (from, call) => inner.write(read(from), call),
});

export const list = <T, V>(read: (from: T) => readonly V[], item: Writer<V>): Writer<T> => ({
  schema: { type: 'array', items: item.schema },
  write: (from, call) => read(from).map((one) => item.write(one, call)),
});

/** An object with these fields, in order. If it has a name, the document defines it once. */
export function object<T>(fields: Record<string, Writer<T>>, name?: string): Writer<T> {
  const entries = Object.entries(fields);
  return {
    schema: {
      ...(name && { title: name }),
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      required: entries.filter(([, { optional }]) => !optional).map(([name]) => name),
      additionalProperties: false,
    },
    write(from, call) {
      const body: Record<string, unknown> = {};
      for (const [name, field] of entries) body[name] = field.write(from, call);
      return body;
    },
  };
}

/** Answers without a body. */
export const nothing: Writer<unknown> = { schema: {}, write: () => undefined };
