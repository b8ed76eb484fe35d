import { join } from 'node:path';
import type { Config } from '../../config';
import { diskImageStore, type ImageStore } from './imageStore';

/** The configured store. The S3 client is loaded only if it is used. */
export async function openImageStore({ s3, dataDir }: Config): Promise<ImageStore> {
  if (!s3) return diskImageStore(join(dataDir, 'images'));
  const { s3ImageStore } = await import('./s3ImageStore');
  return s3ImageStore(s3);
}
