import { AppError } from '../../errors';

/** Where a reader of the feed stands: which changes it has had. */
export interface FeedCursor {
  /** The state of the database that the other numbers belong to. */
  state: string;
  /** All transactions before this one had ended when the reader began, so it has never had what they deleted. */
  from: string;
  /** The last change that it has had, in the order of transaction, kind and id. */
  xid: string;
  kind: number;
  id: number;
}

const FORM = /^([0-9a-f-]{36}) (\d{1,18}) (\d{1,18}) (\d) (\d{1,10})$/;

/** Opaque to callers. */
export const writeCursor = ({ state, from, xid, kind, id }: FeedCursor): string =>
  Buffer.from([state, from, xid, kind, id].join(' ')).toString('base64url');

/** Null if it is no cursor. */
export function readCursor(text: string): FeedCursor | null {
  const found = FORM.exec(Buffer.from(text, 'base64url').toString());
  if (!found || Number(found[5]) > 2_147_483_647) return null;
  const [, state = '', from = '', xid = '', kind, id] = found;
  return { state, from, xid, kind: Number(kind), id: Number(id) };
}

export const cursorGone = () =>
  new AppError(
    'CURSOR_GONE',
    'The database has been restored or replaced since this cursor was given: delete your copy and begin again without `since`.',
  );
