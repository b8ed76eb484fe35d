import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Stores the bytes of images. Keys are relative paths such as `models/<hash>.webp`; a stored file never changes. */
export interface ImageStore {
  has(key: string): Promise<boolean>;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null if there is no such key. */
  read(key: string): Promise<Readable | null>;
  /** Removes the file if it exists. */
  remove(key: string): Promise<void>;
  /** Identifies the store: the same on all servers that share it. */
  place(): Promise<string>;
  /** Removes what a killed server was writing before this time. */
  removeDrafts(before: Date): Promise<void>;
}

/** Holds the identity of a folder, which may have different paths on servers that share it. */
const PLACE_FILE = '.place';

/** Images on this machine's disk, under `root`. */
export function diskImageStore(root: string): ImageStore {
  const has = (key: string) =>
    access(join(root, key)).then(
      () => true,
      () => false,
    );
  return {
    has,
    async put(key, bytes) {
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true });
      // Renamed into place, so that nobody ever reads an incomplete file.
      const draft = `${path}.${process.pid}.${performance.now()}`;
      try {
        await writeFile(draft, bytes, { flag: 'wx', flush: true, mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(key) {
      return (await has(key)) ? createReadStream(join(root, key)) : null;
    },
    async place() {
      const path = join(root, PLACE_FILE);
      const own = randomUUID();
      try {
        await mkdir(root, { recursive: true });
        // Pictures of models are for whoever is signed in, not for other accounts of this machine.
        await chmod(root, 0o700);
        await writeFile(path, own, { flag: 'wx', mode: 0o600 });
        return own;
      } catch {
        // Another start wrote it before. A folder that cannot be written to is shared with nobody.
        return readFile(path, 'utf8').catch(() => own);
      }
    },
    async remove(key) {
      // `has` first: `rm` fails if the folder's path is not a folder.
      if (await has(key)) await rm(join(root, key), { force: true });
    },
    async removeDrafts(before) {
      for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
        if (!/\.webp\..+/.test(name)) continue;
        const written = await stat(join(root, name)).catch(() => undefined);
        if (written && written.mtime < before) await rm(join(root, name), { force: true });
      }
    },
  };
}
