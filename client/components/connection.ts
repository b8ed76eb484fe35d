import { useSyncExternalStore } from 'react';

/** A part of the app did not load because there is no connection to the server. */
export class NoConnection extends Error {}

/** A moment in which the server answered: by its clock and by the device's, in milliseconds since 1970. */
export interface Contact {
  server: number;
  device: number;
}

export interface Connection {
  /** False while the device is in no network, and after a request to which no answer came. */
  online: boolean;
  /** When the oldest of the kept answers that are shown was saved, in milliseconds since 1970; null if none is shown. */
  savedAt: number | null;
  /** Why what was kept may not be shown any more, in the user's words (docs/rules.md, "Offline"). */
  refusal: string | null;
  /** Why nothing can be kept on this device, in the user's words. */
  storageProblem: string | null;
}

let connection: Connection = {
  online: globalThis.navigator?.onLine ?? true,
  savedAt: null,
  refusal: null,
  storageProblem: null,
};
let contact: Contact | null = null;
const listeners = new Set<() => void>();
const contactListeners = new Set<(contact: Contact) => void>();
let recheck: ReturnType<typeof setTimeout> | undefined;

/** How often a page without a connection looks for the server, in milliseconds. */
const RECHECK_MS = 15_000;

function set(change: Partial<Connection>) {
  const next = { ...connection, ...change };
  if (Object.entries(next).every(([name, value]) => connection[name as keyof Connection] === value)) return;
  connection = next;
  for (const listener of listeners) listener();
}

export const currentConnection = () => connection;

/** The last contact since the page was loaded. */
export const lastContact = () => contact;

/** Calls `listener` whenever the server has answered. */
export const onContact = (listener: (contact: Contact) => void) => void contactListeners.add(listener);

/** The server has answered. `date` is the header of that name. */
export function noteAnswer(date: string | null) {
  const server = Date.parse(date ?? '');
  contact = { server: Number.isNaN(server) ? Date.now() : server, device: Date.now() };
  clearTimeout(recheck);
  for (const listener of contactListeners) listener(contact);
  set({ online: true, savedAt: null, refusal: null });
}

/** There is no connection. From now on, the page looks for the server by itself. */
export function noteNoAnswer() {
  clearTimeout(recheck);
  recheck = setTimeout(() => (document.hidden ? noteNoAnswer() : void isReachable()), RECHECK_MS);
  set({ online: false });
}

/** An answer that was saved at this time (in milliseconds since 1970) is shown. */
export const noteKeptAnswer = (savedAt: number) =>
  set({ savedAt: Math.min(savedAt, connection.savedAt ?? Number.POSITIVE_INFINITY) });

export const noteRefusal = (refusal: string) => set({ refusal });

export const noteStorageProblem = (storageProblem: string | null) => set({ storageProblem });

let asking: Promise<boolean> | undefined;

/** Whether the server answers at all. */
export function isReachable(): Promise<boolean> {
  asking ??= fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    .then(
      ({ headers }) => {
        noteAnswer(headers.get('date'));
        return true;
      },
      () => {
        noteNoAnswer();
        return false;
      },
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

globalThis.addEventListener?.('offline', noteNoAnswer);
globalThis.addEventListener?.('online', () => void isReachable());

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `listener` when the connection changes. */
export const onConnectionChange = (listener: () => void) => void listeners.add(listener);

export const useConnection = () => useSyncExternalStore(subscribe, currentConnection, currentConnection);

/** Whether the server can be reached, as far as is known. */
export const useOnline = () => useConnection().online;
