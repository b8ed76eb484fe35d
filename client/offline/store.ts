/**
 * What a user's device keeps for work without a connection (docs/rules.md, "Offline"): one database, of one user. A failure
 * of the storage is told (`useConnection().storageProblem`) and breaks nothing: then nothing is kept.
 */

import type { OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import type { DocumentNode } from 'graphql';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { lastContact, noteRefusal, noteStorageProblem, onContact } from '../components/connection';
import { currentSession, onLeave } from '../session';
import { keepFramePins } from './framePins';
import { type Permit, type Refusal, refusalOf } from './refusal';
import { DATABASE, PICTURES } from './wipe';

export interface KeptAnswer {
  /** As the server sent it, with `__typename`. */
  data: Record<string, unknown>;
  /** In milliseconds since 1970. */
  savedAt: number;
}

/** A write that waits for a connection. */
export interface QueuedWrite {
  /** The id by which the server knows a repetition (docs/rules.md, "Sent once"). */
  sentId: string;
  mutation: DocumentNode;
  variables: OperationVariables;
  /** What it is, in the user's words. */
  label: string;
  /** The form in which it can be corrected. */
  edit?: string | undefined;
  /** When it was typed, in milliseconds since 1970. */
  madeAt: number;
  /** When it was first sent without an answer: it may have arrived. */
  triedAt?: number | undefined;
  /** Why the server did not accept it. Then it is sent again only when the user says so. */
  refusal?: string | undefined;
}

/** A sheet that is kept, or is to be kept. Times are in milliseconds since 1970. */
export interface KeptSheet {
  /** The model's. */
  id: string;
  makeId: string;
  name: string;
  year: number;
  /** "Honda CBR600RR (2007)". */
  title: string;
  /** Why it is kept. */
  reason: 'pinned' | 'recent' | 'key' | 'taken along';
  /** When the user took it along; null if only for another reason. */
  takenAt: number | null;
  /** The version that is kept; null while none is. */
  version: number | null;
  /** When it was read only to be kept; 0 if the user had opened it. */
  readAt: number;
  /** When what stands on it besides its key data was read. */
  besideAt: number;
  /** When it was last known to be up to date; 0 while it is not kept. */
  savedAt: number;
  /** How much it takes, with its pictures. */
  bytes: number;
  /** The keys of its answers, and the addresses of its pictures. */
  answers: readonly string[];
  pictures: readonly string[];
  /** Why it could not be kept, in the user's words. */
  failure?: string | undefined;
}

interface Meta extends Permit {
  userId: string;
}

interface Kept extends DBSchema {
  answers: { key: string; value: KeptAnswer };
  /** The bytes of each picture in the cache, by its address. */
  pictures: { key: string; value: number };
  queue: { key: string; value: QueuedWrite };
  sheets: { key: string; value: KeptSheet };
  meta: { key: 'meta'; value: Meta };
}

type Database = IDBPDatabase<Kept>;

const VERSION = 1;
/** How much all pictures together may take. */
const PICTURE_BYTES = 50_000_000;
/** How often the time is written while the page is open. */
const WRITE_MS = 60_000;

interface Opened {
  db: Database;
  meta: Meta;
  /** When `meta` was last written, by the device's clock. */
  writtenAt: number;
  /** The keys of the kept answers. */
  keys: Set<string>;
}

let opening: Promise<Opened | undefined> | undefined;
/** The same once it has opened. */
let open: Opened | undefined;

function close() {
  opening = undefined;
  open = undefined;
}

/** The key of an answer. */
export const answerKey = (operation: string | undefined, variables: OperationVariables = {}) =>
  `${operation} ${canonicalStringify(variables)}`;

/** The store of the present user, opened once for each. Undefined without a user, and if the storage does not work. */
function opened(): Promise<Opened | undefined> {
  const { user } = currentSession();
  if (!user) return Promise.resolve(undefined);
  opening ??= openFor(user.id).catch(failed);
  return opening;
}

async function openFor(userId: string): Promise<Opened> {
  const db = await openDB<Kept>(DATABASE, VERSION, {
    upgrade(db) {
      for (const name of ['answers', 'pictures', 'meta'] as const) db.createObjectStore(name);
      db.createObjectStore('queue', { keyPath: 'sentId' });
      db.createObjectStore('sheets', { keyPath: 'id' });
    },
    // Another tab deletes it, because the user has left.
    blocking(_current, _blocked, event) {
      close();
      (event.target as IDBDatabase).close();
    },
    terminated: close,
  });
  let meta = await db.get('meta', 'meta');
  if (meta?.userId !== userId) {
    if (meta) await clear(db, true);
    meta = { userId, lastDay: undefined, contact: null, seen: 0 };
  }
  const keys = new Set(await db.getAllKeys('answers'));
  open = { db, meta, writtenAt: 0, keys };
  return open;
}

/** Removes all. Without the queue, what was taken along stays in the list, to be kept again. */
async function clear(db: Database, withQueue: boolean) {
  await globalThis.caches?.delete(PICTURES);
  const taken = withQueue ? [] : (await db.getAll('sheets')).filter(({ takenAt }) => takenAt !== null);
  const names = ['answers', 'pictures', 'sheets', ...(withQueue ? (['queue', 'meta'] as const) : [])] as const;
  const transaction = db.transaction(names, 'readwrite');
  const nothing = { version: null, savedAt: 0, bytes: 0, answers: [], pictures: [] };
  await Promise.all([
    ...names.map((name) => transaction.objectStore(name).clear()),
    ...taken.map((sheet) => transaction.objectStore('sheets').put({ ...sheet, ...nothing })),
    transaction.done,
  ]);
}

/** Notes the time and the last contact. Removes what is kept, and says why, if it may not be shown any more. */
async function check(store: Opened): Promise<Refusal | null> {
  const { db, meta } = store;
  const now = Date.now();
  const { lastDay } = currentSession();
  const contact = lastContact();
  const isDue = now - store.writtenAt > WRITE_MS || (lastDay !== undefined && lastDay !== meta.lastDay);
  if (lastDay !== undefined) meta.lastDay = lastDay;
  // A device whose clock was wrong is trusted again once it has reached the server.
  if (contact && contact.device !== meta.contact?.device) Object.assign(meta, { contact, seen: contact.device });
  const refusal = refusalOf(meta, now);
  if (refusal) {
    noteRefusal(refusal.reason);
    store.keys.clear();
    keepFramePins([]);
    await clear(db, refusal.isFinal);
    return refusal;
  }
  meta.seen = Math.max(meta.seen, now);
  if (isDue) {
    store.writtenAt = now;
    await db.put('meta', meta, 'meta');
  }
  return null;
}

/** Tells the user why nothing is kept. */
function failed(error: unknown): undefined {
  console.warn('Nothing can be kept on this device.', error);
  // The user has left meanwhile.
  if (error instanceof DOMException && error.name === 'InvalidStateError') return;
  noteStorageProblem(
    error instanceof DOMException && error.name === 'QuotaExceededError'
      ? 'There is no room left on this device to save sheets for work without a connection.'
      : 'This browser does not let Motokey save sheets for work without a connection.',
  );
}

interface Use {
  isQueue?: boolean;
  /** The user it is for: nothing is done if somebody else has signed in meanwhile. */
  userId?: string | undefined;
}

/**
 * Does `act` with the store; undefined if there is none, or what is kept may not be shown, or the storage fails. What waits to
 * be sent outlives a refusal that is not final.
 */
async function withStore<T>(
  act: (store: Opened) => Promise<T>,
  { isQueue = false, userId }: Use = {},
): Promise<T | undefined> {
  try {
    const store = await opened();
    if (!store || (userId !== undefined && userId !== store.meta.userId)) return undefined;
    const refusal = await check(store);
    return refusal && (refusal.isFinal || !isQueue) ? undefined : await act(store);
  } catch (error) {
    return failed(error);
  }
}

/** Opens the store, if there is none yet creates it, and removes what may not be shown any more. */
export const openStore = () => withStore(async () => true);

/** Keeps the answer that this user got to a query. Undefined if that was not possible. */
export const keep = (
  userId: string | undefined,
  operation: string | undefined,
  variables: OperationVariables | undefined,
  data: KeptAnswer['data'],
) =>
  withStore(
    async ({ db, keys }) => {
      const key = answerKey(operation, variables);
      await db.put('answers', { data, savedAt: Date.now() }, key);
      keys.add(key);
      return true;
    },
    { userId },
  );

/** The kept answer to a query; undefined if there is none. */
export const kept = (operation: string | undefined, variables: OperationVariables | undefined) =>
  withStore(({ db }) => db.get('answers', answerKey(operation, variables)));

/** The keys of all kept answers (`answerKey`). */
export const keptKeys = async (): Promise<ReadonlySet<string>> =>
  (await withStore(async ({ keys }) => keys)) ?? new Set();

/** Whether the answer to a query is kept, as far as is known without waiting. */
export const isKept = (operation: string | undefined, variables: OperationVariables | undefined) =>
  open?.keys.has(answerKey(operation, variables)) ?? false;

/** Keeps these answers (`answerKey`) and pictures (addresses), and forgets all others. */
export const forgetExcept = (answers: Iterable<string>, pictures: Iterable<string>) =>
  withStore(async ({ db, keys }) => {
    const stay = new Set(answers);
    for (const key of await db.getAllKeys('answers')) {
      if (stay.has(key)) continue;
      keys.delete(key);
      await db.delete('answers', key);
    }
    const shown = new Set(pictures);
    const cache = await caches.open(PICTURES);
    for (const url of await db.getAllKeys('pictures')) {
      if (shown.has(url)) continue;
      await cache.delete(url);
      await db.delete('pictures', url);
    }
  });

/**
 * Keeps the picture of this address, unless it is kept. The service worker shows it when there is no connection. Returns its
 * bytes; undefined if all pictures together would be too large, or it could not be read.
 */
export const keepPicture = (url: string) =>
  withStore(async ({ db }) => {
    const known = await db.get('pictures', url);
    if (known !== undefined) return known;
    const answer = await fetch(url).catch(() => undefined);
    if (!answer?.ok) return undefined;
    const picture = await answer.blob();
    const taken = (await db.getAll('pictures')).reduce((sum, bytes) => sum + bytes, 0);
    if (taken + picture.size > PICTURE_BYTES) return undefined;
    const cache = await caches.open(PICTURES);
    await cache.put(url, new Response(picture, { headers: { 'content-type': picture.type } }));
    await db.put('pictures', picture.size, url);
    return picture.size;
  });

/** The kept picture of this address; undefined if it is not kept. */
export const keptPicture = (url: string) =>
  withStore(async () => {
    const answer = await (await caches.open(PICTURES)).match(url);
    return answer?.blob();
  });

/** The sheets that are kept, or are to be kept. */
export const keptSheets = async (): Promise<KeptSheet[]> => (await withStore(({ db }) => db.getAll('sheets'))) ?? [];

/** Replaces the entry of a sheet by what `change` makes of it as it is now (undefined: not in the list), in one step. */
export const updateSheet = (id: string, change: (now: KeptSheet | undefined) => KeptSheet | undefined) =>
  withStore(async ({ db }) => {
    const { store, done } = db.transaction('sheets', 'readwrite');
    const next = change(await store.get(id));
    await (next ? store.put(next) : store.delete(id));
    await done;
  });

/** Puts what is new about a sheet into the list, unless it is not in it any more. */
export const changeSheet = (id: string, change: Partial<KeptSheet>) =>
  updateSheet(id, (now) => now && { ...now, ...change });

/** These answers are still those of the server. */
export const confirmAnswers = (keys: readonly string[]) =>
  withStore(async ({ db }) => {
    const { store, done } = db.transaction('answers', 'readwrite');
    for (const key of keys) {
      const answer = await store.get(key);
      if (answer) await store.put({ ...answer, savedAt: Date.now() }, key);
    }
    await done;
  });

/** The writes that wait for a connection, in the order in which they were made. */
export const queuedWrites = async (): Promise<QueuedWrite[]> => {
  const writes = (await withStore(({ db }) => db.getAll('queue'), { isQueue: true })) ?? [];
  return writes.sort((one, other) => one.madeAt - other.madeAt);
};

/** True once the write of this user is in the queue. */
export const queueWrite = (userId: string | undefined, write: QueuedWrite) =>
  withStore(
    async ({ db }) => {
      await db.put('queue', write);
      return true;
    },
    { isQueue: true, userId },
  );

export const forgetWrite = (sentId: string) => withStore(({ db }) => db.delete('queue', sentId), { isQueue: true });

onContact(() => {
  if (open) void openStore();
});

onLeave(() => {
  close();
  noteStorageProblem(null);
});
