import type { Readable } from 'node:stream';
import type { Context } from '../../context';
import { notFound } from '../../errors';
import type { ImageKind } from './imageUrls';

interface ImageBody {
  body: Readable;
  /** The name changes with the content, so it may be cached forever; which caches may, depends on who may see it. */
  cacheControl: string;
}

/** A stored file. The operations check who may see it. */
export async function readStored(
  { outside }: Context,
  kind: ImageKind,
  file: string,
  cache: 'public' | 'private',
): Promise<ImageBody> {
  const body = await outside.images.read(`${kind}/${file}`);
  if (!body) throw notFound('image');
  return { body, cacheControl: `${cache}, max-age=31536000, immutable` };
}
