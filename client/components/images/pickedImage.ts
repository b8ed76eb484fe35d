/** A picture in a form: stored, uploading, or failed. */
export interface PickedImage {
  key: string;
  /** The hash of the stored file; absent until it is uploaded. */
  hash?: string;
  url?: string;
  thumbnailUrl?: string;
  /** Pixels. */
  width?: number;
  height?: number;
  /** The file's name, while it is uploading. */
  name?: string;
  /** From 0 to 1, while it is uploading. */
  progress?: number | undefined;
  error?: string | undefined;
}

export interface StoredImage {
  hash: string;
  url: string;
  thumbnailUrl: string;
  width: number;
  height: number;
}

export const stored = ({ hash, url, thumbnailUrl, width, height }: StoredImage): PickedImage => ({
  key: hash,
  hash,
  url,
  thumbnailUrl,
  width,
  height,
});

export const hashesOf = (images: readonly PickedImage[]) => images.flatMap(({ hash }) => hash ?? []);

/** Why the pictures cannot be saved. The form waits for running uploads before it checks this. */
export const imageErrors = (images: readonly PickedImage[]): string[] =>
  images.some(({ hash }) => !hash) ? ['An image was not uploaded: retry or remove it.'] : [];
