import type { Readable } from 'node:stream';
import { type Page, SortDirection } from '../../inputs/list';
import type { RecordInput } from '../../inputs/record';
import { fixed, id, type Part, type Place, type Reader, reader, type Schema, text, whole } from './reader';
import type { Writer } from './writer';

/* What the words of several rooms share. */

export const body: Place = { in: 'body', of: (call) => call.body };
export const search: Place = { in: 'query', of: (call) => call.query };
/** The id of the record to change, from the path; a list's path has none, and the call creates a record. */
export const idInPath: Part = fixed('id', (_source, { id }) => id);
/** As above, but in a POST to the list an id in the body names the record to change. */
export const idInPathOrBody: Part = {
  ...id('id'),
  read: (source, call) => call.id ?? text('id').read(source, call),
};

export const nothing: Reader<object> = reader<object>(search, {});
export const record: Reader<RecordInput> = reader<RecordInput>(search, { id: idInPath });

export const DIRECTIONS = { asc: SortDirection.ASC, desc: SortDirection.DESC };
export const paged = { page: whole('page'), limit: whole('limit') };

const pageOf = (items: Schema): Schema => ({
  type: 'object',
  properties: { data: { type: 'array', items }, total: { type: 'integer', minimum: 0 } },
  required: ['data', 'total'],
  additionalProperties: false,
});

/** A page as the old lists have it. */
export const page = <T>(item: Writer<T>): Writer<Page<T>> => ({
  schema: pageOf(item.schema),
  write: ({ items, total }, call) => ({ data: items.map((one) => item.write(one, call)), total }),
});

/** As above, of items that are JSON already. */
export const jsonPage = (item: Schema): Writer<Page<string>> => ({
  schema: pageOf(item),
  write: ({ items, total }) => new Json(`{"data":[${items.join(',')}],"total":${total}}`),
});

/** A bare array. */
export const each = <T>(item: Writer<T>): Writer<T[]> => ({
  schema: { type: 'array', items: item.schema },
  write: (items, call) => items.map((one) => item.write(one, call)),
});

/** A body that is JSON already. */
export class Json {
  constructor(readonly text: string) {}
}

/** A body that is produced while it is being sent. */
export class Download {
  constructor(
    readonly body: Readable,
    readonly headers: Record<string, string | number>,
  ) {}
}
