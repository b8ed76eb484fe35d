import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import type { CallersSession } from '../accounts/sessions/caller';
import { DatabaseCache } from '../outside/postgres/databaseCache';
import type { Changes } from '../outside/postgres/databaseChanges';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Answers of at least this many bytes are compressed. */
const COMPRESSED_FROM = 1_024;

/** An encoded answer that is the same for every member. */
export class CachedAnswer {
  readonly etag: string;
  private readonly length: number;
  private readonly compressed = new Map<'br' | 'gzip', Promise<Buffer>>();

  /** @param opens the models whose sheets it shows; each reader is charged for them */
  constructor(
    readonly text: string,
    readonly opens: number[],
  ) {
    this.length = Buffer.byteLength(text);
    this.etag = `"${hash('sha1', text, 'base64url')}"`;
  }

  /** The body in the best encoding that the reader accepts, compressed once. Uncompressed, it is a text: faster to send. */
  async encodedFor(accepted: string | undefined): Promise<{ encoding?: 'br' | 'gzip'; body: Buffer | string }> {
    const encoding = this.length < COMPRESSED_FROM ? undefined : encodingIn(accepted ?? '');
    if (!encoding) return { body: this.text };
    const compressing = this.compressed.get(encoding) ?? COMPRESS[encoding](Buffer.from(this.text));
    this.compressed.set(encoding, compressing);
    return { encoding, body: await compressing };
  }
}

const COMPRESS = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => gzip(body),
};

/** Ignores weights, which no browser sends, except `q=0`: not accepted. */
const encodingIn = (accepted: string) =>
  (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted));

const CACHED_CALLERS = 10_000;
const CACHED_TOTALS = 1_000;
const CACHED_DERIVED = 10;

/** The server's caches of database values (docs/performance.md, "Memory"). */
export class Memory {
  /** By the token of the session or program: hashing it would take longer than finding the caller. */
  readonly callers: DatabaseCache<CallersSession>;
  /** By the request, across all APIs. */
  readonly answers: DatabaseCache<CachedAnswer>;
  /** Numbers of records, by the table or filter counted. */
  readonly totals: DatabaseCache<{ total: number }>;
  /** What is computed from the whole catalogue, by what it is. */
  readonly derived: DatabaseCache<object>;

  /** @param answerBytes the most that all cached answers may take; 0 caches none */
  constructor(changes: Changes, answerBytes: number) {
    this.callers = new DatabaseCache(changes, 'callers', { max: CACHED_CALLERS });
    this.answers = new DatabaseCache(changes, 'catalogue', {
      max: answerBytes,
      size: ({ text }, key) => 3 * text.length + 2 * key.length + OVERHEAD,
    });
    this.totals = new DatabaseCache(changes, 'totals', { max: CACHED_TOTALS });
    this.derived = new DatabaseCache(changes, 'catalogue', { max: CACHED_DERIVED });
  }
}

/** The approximate overhead of a cached answer beyond its key and body, in bytes. */
const OVERHEAD = 500;
