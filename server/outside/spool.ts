import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../errors';

/** Bytes read from the file at a time. */
const CHUNK = 65_536;
/** Bytes on disk of all spools together. */
const MAX_ON_DISK = 8 * 1024 ** 3;

let onDisk = 0;

/** An unlinked temporary file: nobody else can find it, and it is deleted when it is closed or the process dies. */
export async function temporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `motokey-spool-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600).catch((error) => {
    throw noRoom(error);
  });
  await unlink(path);
  return file;
}

/**
 * A file between a fast writer and a slow reader. Written data can be read from `body` immediately, and the writer never
 * waits for the reader. The file is closed when both have ended. Destroying `body` ends the writing.
 */
export class Spool {
  readonly body: Readable;
  /** Bytes in the file, and how many of them have been read. */
  private size = 0;
  private position = 0;
  private state: 'new' | 'writing' | 'written' | 'failed' = 'new';
  private grown = Promise.withResolvers<void>();
  /** Resolves when there is data to read, or when no more will come. */
  readonly started = this.grown.promise;

  constructor(private readonly file: FileHandle) {
    this.body = new Readable({ highWaterMark: CHUNK, read: () => void this.pushNext() });
    // The reader gets the error too; but there may be no reader yet.
    this.body.on('error', () => {});
    this.body.on('close', () => this.closeWhenDone());
  }

  /** Writes all of `source`; call it once. Rejects if the disk is full, `source` fails or the reader has gone. */
  async write(source: AsyncIterable<string | Buffer>): Promise<void> {
    this.state = 'writing';
    try {
      for await (const piece of source) await this.append(typeof piece === 'string' ? Buffer.from(piece) : piece);
      this.state = 'written';
    } catch (error) {
      this.state = 'failed';
      const failure = diskFailure(error);
      this.body.destroy(failure as Error);
      throw failure;
    } finally {
      this.grow();
      this.closeWhenDone();
    }
  }

  private async append(bytes: Buffer): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      if (this.body.destroyed) throw this.body.errored ?? new ReaderGone('The reader has gone');
      if (onDisk + bytes.length > MAX_ON_DISK) throw noRoom();
      const { bytesWritten } = await this.file.write(bytes, from, bytes.length - from, this.size);
      from += bytesWritten;
      this.size += bytesWritten;
      onDisk += bytesWritten;
      this.grow();
    }
  }

  private grow(): void {
    const { resolve } = this.grown;
    this.grown = Promise.withResolvers();
    resolve();
  }

  private async pushNext(): Promise<void> {
    try {
      while (this.position === this.size && this.state !== 'written') await this.grown.promise;
      // Never beyond `size`: bytes of a write that has not returned yet may be in the file already, and reading them would
      // make the next read look like the end.
      const length = Math.min(CHUNK, this.size - this.position);
      const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, this.position);
      this.position += bytesRead;
      this.body.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null);
    } catch (error) {
      this.body.destroy(error as Error);
    }
  }

  private closeWhenDone(): void {
    if (!this.body.closed || this.state === 'writing') return;
    onDisk -= this.size;
    this.size = 0;
    this.file.close().catch(() => {});
  }
}

/** Not a failure: the download was cancelled, or its connection broke. */
export class ReaderGone extends Error {}

function diskFailure(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS' ? noRoom(error) : error;
}

const noRoom = (cause?: unknown) =>
  Object.assign(
    new AppError(
      'SERVICE_UNAVAILABLE',
      'The server cannot store this download: its disk is full or cannot be written. Please tell an administrator.',
    ),
    { cause },
  );
