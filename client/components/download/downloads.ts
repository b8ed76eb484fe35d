import { currentSession, endSession, onLeave } from '../../session';
import { announce } from '../notice/LiveRegion';
import { toast } from '../notice/toast';
import { counted } from '../text/counts';
import { saveFile } from './saveFile';
import { watchFile } from './watchFile';

interface Source {
  url: string;
  fileName: string;
}

/** A download in progress or failed. It continues while the user visits other pages. */
export interface Download extends Source {
  id: number;
  bytes: number;
  /** Rows received, and the total; undefined if unknown. */
  rows?: number | undefined;
  total?: number | undefined;
  /** Why it failed. */
  failure?: string;
}

let downloads: readonly Download[] = [];
let last = 0;
const stops = new Map<number, AbortController>();
const listeners = new Set<() => void>();

function set(next: readonly Download[]) {
  downloads = next;
  for (const listener of listeners) listener();
}

const patch = (id: number, change: Partial<Download>) =>
  set(downloads.map((one) => (one.id === id ? { ...one, ...change } : one)));

const drop = (id: number) => set(downloads.filter((one) => one.id !== id));

export const currentDownloads = () => downloads;

export function subscribeToDownloads(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A message for the user about a download; any other error is a bug. */
class Refused extends Error {}

/** A refusal has the same consequences as one of the graph (graphql/client.ts). */
async function refusal(response: Response): Promise<Refused> {
  const answer = await response.json().catch(() => null);
  const message: string = answer?.message ?? 'A server error occurred. Please try again later.';
  const { user } = currentSession();
  if (response.status === 401) endSession({ keepPlace: true, notice: message });
  if (response.status === 402 && user) endSession({ keepPlace: true, notice: message, unpaid: user.username });
  return new Refused(message);
}

const nameOf = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];

/** How often the progress is updated: often enough to be seen moving. */
const OFTEN_MS = 100;

async function fetchFile(id: number, { url, fileName }: Source, signal: AbortSignal) {
  const response = await fetch(url, { signal }).catch((error) => {
    if (signal.aborted) throw error;
    throw new Refused('The server did not respond. Nothing was saved.');
  });
  if (!response.ok || !response.body) throw await refusal(response);
  const rows = response.headers.get('x-total-rows');
  const total = rows === null ? undefined : Number(rows);
  patch(id, { total });

  const parts: Uint8Array<ArrayBuffer>[] = [];
  const watch = watchFile(fileName);
  let bytes = 0;
  let reported = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      watch.take(value);
      bytes += value.length;
      if (Date.now() - reported < OFTEN_MS) continue;
      reported = Date.now();
      patch(id, { bytes, rows: watch.rows() });
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Refused('The connection was lost. The file is incomplete: nothing was saved.');
  }
  const short = total !== undefined && watch.rows() !== undefined && watch.rows() !== total;
  if (short || !watch.isWhole()) throw new Refused('The file is incomplete: nothing was saved.');
  const name = nameOf(response) ?? fileName;
  saveFile(parts, response.headers.get('content-type') ?? '', name);
  return total === undefined ? `${name} downloaded` : `${name} downloaded: ${counted(total, 'model')}`;
}

async function run(id: number, source: Source) {
  const stop = new AbortController();
  stops.set(id, stop);
  announce(`Downloading ${source.fileName}`);
  try {
    toast(await fetchFile(id, source, stop.signal));
    drop(id);
  } catch (error) {
    if (stop.signal.aborted) return;
    if (!(error instanceof Refused)) console.error(error);
    const failure = error instanceof Refused ? error.message : 'An unexpected error occurred. Nothing was saved.';
    patch(id, { failure, bytes: 0, rows: undefined, total: undefined });
  } finally {
    stops.delete(id);
  }
}

/** Downloads a file and saves it only if it is complete. Does nothing while the same file is being downloaded. */
export function download(source: Source) {
  const same = downloads.find(({ url }) => url === source.url);
  if (same && !same.failure) return;
  last += 1;
  set([...downloads.filter((one) => one !== same), { ...source, id: last, bytes: 0 }]);
  void run(last, source);
}

/** Cancels a running download, or dismisses a failed one. */
export function stopDownload(id: number) {
  stops.get(id)?.abort();
  drop(id);
}

/** The exports of the catalogue. A complete one has every field and can be imported again. */
export const exportFormats = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'csv', label: 'CSV' },
  { format: 'xml', label: 'XML' },
] as const;
export type ExportFormat = (typeof exportFormats)[number]['format'];

export interface ExportOptions {
  complete?: boolean | undefined;
  filter?: Record<string, string> | undefined;
}

/** `filter`: which models, in the words of REST; all without it. */
export function exportModels(format: ExportFormat, { complete = false, filter = {} }: ExportOptions = {}) {
  const query = new URLSearchParams({ format, ...(complete && { complete: 'true' }), ...filter });
  download({ url: `/api/products/download?${query}`, fileName: `products${complete ? '-complete' : ''}.${format}` });
}

// A download of one user must not be shown to the next.
onLeave(() => {
  for (const stop of stops.values()) stop.abort();
  set([]);
});
