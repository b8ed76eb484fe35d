import type { Readable } from 'node:stream';
import { type Page, SortDirection } from '../../inputs/list';
import type { RecordInput } from '../../inputs/record';
import { type Call, type Part, type Reader, text, whole } from './reader';

/* What the words of several rooms share. */

export const body = (call: Call) => call.body;
export const search = (call: Call) => call.query;
/** The id of the record to change, from the path; a list's path has none, and the call creates a record. */
export const idInPath: Part = { name: 'id', read: (_source, { id }) => id };
/** As above, but in a POST to the list an id in the body names the record to change. */
export const idInPathOrBody: Part = { name: 'id', read: (source, call) => call.id ?? text('id').read(source, call) };

export const nothing: Reader<object> = { read: () => ({}), wireName: (field) => field };
export const record: Reader<RecordInput> = { read: ({ id }) => ({ id }), wireName: (field) => field };

export const DIRECTIONS = { asc: SortDirection.ASC, desc: SortDirection.DESC };
export const paged = { page: whole('page'), limit: whole('limit') };

/** A page as the old lists have it. */
export const page =
  <T>(write: (item: T, call: Call) => unknown) =>
  ({ items, total }: Page<T>, call: Call) => ({ data: items.map((item) => write(item, call)), total });

/** A bare array. */
export const each =
  <T>(write: (item: T, call: Call) => unknown) =>
  (items: T[], call: Call) =>
    items.map((item) => write(item, call));

/** A body that is produced while it is being sent. */
export class Download {
  constructor(
    readonly body: Readable,
    readonly headers: Record<string, string | number>,
  ) {}
}
