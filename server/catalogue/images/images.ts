import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { Context } from '../../context';
import { AppError, invalid } from '../../errors';
import type { Commit } from '../../gate/operation';
import type { ImageStore } from '../../outside/images/imageStore';
import { Image } from './image.entity';
import { type ImageKind, type ImageSize, imageFile } from './imageUrls';
import { lacksScans } from './progressive';

/** An uploaded file, from the graph or from REST. */
export interface ImageFile {
  name: string;
  bytes: Buffer;
}

/** A processed image: re-encoded, without metadata, with thumbnails. */
export interface EncodedImage {
  hash: string;
  kind: ImageKind;
  width: number;
  height: number;
  files: [ImageSize, Buffer][];
}

/** docs/rules.md, "Images". */
export const MAX_IMAGE_BYTES = 10_000_000;
const MAX_PIXELS = 40_000_000;
/** Maximum length of the longest side, in pixels: more than any screen shows, less than WebP allows. */
const LONGEST = 4_096;
const THUMBNAILS = [100, 40] as const;

// The decoders that may be used.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) });

type Format = 'jpeg' | 'heic' | 'other';

/** Decided by the content, not the name: the first bytes of PNG, JPEG, WebP, GIF and AVIF. Undefined for anything else. */
function formatOf(bytes: Buffer): Format | undefined {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n') || /^(RIFF.{4}WEBP|GIF8[79]a)/s.test(start)) return 'other';
  if (!/^.{4}ftyp/s.test(start)) return undefined;
  // The kinds of file that it says it can be read as.
  const brands =
    bytes
      .subarray(8, Math.min(bytes.readUInt32BE(0), 256))
      .toString('latin1')
      .match(/.{4}/gs) ?? [];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'other';
  return brands.some((brand) => /^(he[iv][cmsx]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined;
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);
/** What the decoder says of a JPEG of which a part is missing or wrong. Other warnings: its encoder bent a rule. */
const DAMAGED = /premature end|Corrupt JPEG data: (?!\d+ extraneous)/;

/**
 * Checks and encodes an uploaded file. Errors name `field`: 413 too large, 415 broken or not one of the five formats,
 * 422 empty.
 */
export async function encodeUpload(kind: ImageKind, { name, bytes }: ImageFile, field: string): Promise<EncodedImage> {
  const refuse = (code: 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE', message: string) =>
    new AppError(code, message, { [field]: [message] });
  if (bytes.length === 0) throw invalid({ [field]: [`${name} is empty.`] });
  if (bytes.length > MAX_IMAGE_BYTES) throw refuse('PAYLOAD_TOO_LARGE', `${name} is larger than 10 MB.`);
  const notAnImage = refuse('UNSUPPORTED_MEDIA_TYPE', `${name} is not an image (PNG, JPEG, WebP, GIF or AVIF).`);
  const format = formatOf(bytes);
  if (!format) throw notAnImage;
  if (format === 'heic') {
    const why = `${name} is a HEIC picture, which browsers cannot show.`;
    const help = 'Set the camera of the phone to “Most Compatible”, or export the picture as JPEG.';
    throw refuse('UNSUPPORTED_MEDIA_TYPE', `${why} ${help}`);
  }
  // Some cameras leave out the end mark. Where it is not missing, the decoder never comes to this one.
  const ended = format === 'jpeg' ? Buffer.concat([bytes, END_OF_JPEG]) : bytes;
  const source = (failOn: 'warning' | 'error') =>
    sharp(failOn === 'warning' ? ended : bytes, { limitInputPixels: false, failOn, pages: 1 });
  const { width, height } = await source('error')
    .metadata()
    .catch(() => {
      throw notAnImage;
    });
  if (width * height > MAX_PIXELS) {
    const size = `${width} × ${height} are ${Math.ceil((width * height) / 1_000_000)}`;
    const help = 'Please set the camera to a smaller size, or scale the picture down.';
    throw refuse('PAYLOAD_TOO_LARGE', `${name} has more than 40 megapixels: ${size}. ${help}`);
  }
  const broken = refuse('UNSUPPORTED_MEDIA_TYPE', `${name} is broken or not a complete image.`);
  if (format === 'jpeg' && lacksScans(bytes)) throw broken;
  return encode(kind, source('warning'))
    .catch((warning: Error) => {
      if (DAMAGED.test(warning.message)) throw warning;
      return encode(kind, source('error'));
    })
    .catch(() => {
      throw broken;
    });
}

async function encode(kind: ImageKind, source: Sharp): Promise<EncodedImage> {
  const { data, info } = await source
    .autoOrient()
    .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    // Encodes twice as fast as the default effort; files are 4 % larger.
    .webp({ quality: 85, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return withThumbnails(kind, data, info);
}

/** A picture of the project's own, a WebP file, as it is. */
export const ownPicture = async (kind: ImageKind, webp: Buffer): Promise<EncodedImage> =>
  withThumbnails(kind, webp, await sharp(webp).metadata());

async function withThumbnails(
  kind: ImageKind,
  data: Buffer,
  { width, height }: { width: number; height: number },
): Promise<EncodedImage> {
  const hash = createHash('sha256').update(kind).update(data).digest('hex');
  const thumbnails = THUMBNAILS.map(async (size): Promise<[ImageSize, Buffer]> => {
    const contained = sharp(data).resize(size, size, { fit: 'contain', background: '#fff0' });
    return [size, await contained.webp({ quality: 80 }).toBuffer()];
  });
  return {
    hash,
    kind,
    width,
    height,
    files: [...(await Promise.all(thumbnails)), ['full', data]],
  };
}

const keyOf = ({ kind, hash }: Pick<Image, 'kind' | 'hash'>, size: ImageSize) => `${kind}/${imageFile(hash, size)}`;

/** The keys of all its files in the store. */
export const keysOf = (image: Pick<Image, 'kind' | 'hash'>) =>
  (['full', ...THUMBNAILS] as const).map((size) => keyOf(image, size));

/** The advisory lock between a backup, which reads the files, and sweeps, which delete them. */
export const LOCK_OF_IMAGE_FILES = 'motokey image files';

/** Registers an image, then writes its files to the store. The same content is stored once. */
export async function storeImage(commit: Commit, store: ImageStore, encoded: EncodedImage): Promise<Image> {
  const image = await register(commit, encoded);
  await putFiles(store, encoded);
  return image;
}

/** As storeImage; if the store fails (a full disk), removes the image again and throws SERVICE_UNAVAILABLE. */
export async function storeUpload(ctx: Context & { commit: Commit }, encoded: EncodedImage): Promise<Image> {
  const image = await register(ctx.commit, encoded);
  try {
    await putFiles(ctx.outside.images, encoded);
  } catch (error) {
    ctx.log.error({ err: error, image: encoded.hash }, 'An image could not be stored');
    await tidyImages(ctx, [encoded.hash]);
    throw new AppError('SERVICE_UNAVAILABLE', 'The image could not be stored. Please try again later.');
  }
  return image;
}

/** Waits for a sweep that is deleting the same image; files stored after that stay. */
const register = (commit: Commit, { files: _, ...data }: EncodedImage): Promise<Image> =>
  commit((em) => em.upsert(Image, { ...data, touchedAt: new Date() }));

async function putFiles(store: ImageStore, image: EncodedImage): Promise<void> {
  for (const [size, bytes] of image.files) {
    const key = keyOf(image, size);
    if (!(await store.has(key))) await store.put(key, bytes);
  }
}

/**
 * Deletes images (by default all, else `hashes`) that are unused and not uploaded since `before`. Returns how many. During
 * a backup it deletes none: the next sweep does.
 */
export async function removeUnused(
  commit: Commit,
  store: ImageStore,
  before: Date,
  hashes?: string[],
): Promise<number> {
  return commit(async (em) => {
    const [lock] = await em.execute<{ free: boolean }[]>(
      'select pg_try_advisory_xact_lock_shared(hashtext(?)) as free',
      [LOCK_OF_IMAGE_FILES],
    );
    if (!lock?.free) return 0;
    const removed = await em.execute<Pick<Image, 'kind' | 'hash'>[]>(
      `delete from images where touched_at < ? ${hashes ? 'and hash in (?)' : ''}
        and not exists (select from model_images where model_images.hash = images.hash)
        and not exists (select from makes where icon_hash = images.hash)
        and not exists (select from import_rows where kept_images @> array[images.hash::text])
       returning kind, hash`,
      hashes ? [before, hashes] : [before],
    );
    for (const image of removed) for (const key of keysOf(image)) await store.remove(key);
    return removed.length;
  });
}

/** Deletes images that an operation has left unused. If that fails, the next sweep deletes them. */
export async function tidyImages(
  { commit, outside, log }: Context & { commit: Commit },
  hashes: string[],
): Promise<void> {
  if (hashes.length === 0) return;
  await removeUnused(commit, outside.images, new Date(), hashes).catch((error) => {
    log.warn({ err: error, hashes }, 'Unused images could not be deleted; the next sweep will delete them');
  });
}
