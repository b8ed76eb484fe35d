import type { Readable } from 'node:stream';
import { Matches } from 'class-validator';
import type { Context } from '../context';
import { notFound } from '../errors';
import { query } from '../operation';
import type { ImageKind } from './image.urls';

/** The name of a stored file, as `imageUrl` gives it. */
export class ImageInput {
  @Matches(/^[0-9a-f]{64}(-100|-40)?\.webp$/, { message: 'This is no name of an image.' })
  file!: string;
}

export interface ImageBody {
  body: Readable;
  /** The name changes with the content, so it may be kept for good: where, depends on who may see it. */
  cacheControl: string;
}

async function read(
  { outside }: Context,
  kind: ImageKind,
  file: string,
  cache: 'public' | 'private',
): Promise<ImageBody> {
  const body = await outside.images.read(`${kind}/${file}`);
  if (!body) throw notFound('image');
  return { body, cacheControl: `${cache}, max-age=31536000, immutable` };
}

/** A make's icon, for anybody. */
export const readIcon = query('visitor', ImageInput, (ctx, { file }) => read(ctx, 'icons', file, 'public'));

/** A model's picture, for the signed in. */
export const readModelImage = query('session', ImageInput, (ctx, { file }) => read(ctx, 'models', file, 'private'));
