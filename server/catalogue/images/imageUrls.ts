/** What an image belongs to: make icons are open to anybody, model images to the signed in. */
export type ImageKind = 'icons' | 'models';

/** Longest sides in pixels: the whole image, and the thumbnails (docs/rules.md, "Images"). */
export type ImageSize = 'full' | 100 | 40;

/** Name of one stored file; it changes with the content, so it can be cached for good. */
export const imageFile = (hash: string, size: ImageSize) => (size === 'full' ? `${hash}.webp` : `${hash}-${size}.webp`);

export const imageUrl = (kind: ImageKind, hash: string, size: ImageSize) => `/images/${kind}/${imageFile(hash, size)}`;
