/** What an image belongs to: make icons are public, model images need a session. */
export type ImageKind = 'icons' | 'models';

/** Longest sides in pixels: the whole image, and the thumbnails (docs/rules.md, "Images"). */
export type ImageSize = 'full' | 100 | 40;

/** Name of one stored file. It changes with the content, so the file can be cached for ever. */
export const imageFile = (hash: string, size: ImageSize) => (size === 'full' ? `${hash}.webp` : `${hash}-${size}.webp`);

/** `sample`: pictures of the sample sheet, which visitors may not read at their usual paths. */
export const imageUrl = (kind: ImageKind | 'sample', hash: string, size: ImageSize) =>
  `/images/${kind}/${imageFile(hash, size)}`;
