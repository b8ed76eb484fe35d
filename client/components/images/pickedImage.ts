/** A picture in a form: stored already, on its way up, or failed. */
export interface PickedImage {
  key: string;
  /** Of the stored file; absent until it is uploaded. */
  hash?: string;
  url?: string;
  thumbnailUrl?: string;
  /** Pixels. */
  width?: number;
  height?: number;
  /** The file's own name, while it is on its way. */
  name?: string;
  /** 0 to 1, while it is on its way. */
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

/** Why the pictures cannot be saved as they are; the form waits for the ones on their way before it asks. */
export const imageErrors = (images: readonly PickedImage[]): string[] =>
  images.some(({ hash }) => !hash) ? ['An image was not uploaded: retry or remove it.'] : [];
