import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config';
import type { ImageStore } from './imageStore';

const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/** Images in an S3-compatible bucket, under the same keys as on disk. */
export function s3ImageStore({ bucket, region, endpoint, ...credentials }: S3Settings): ImageStore {
  // Most other stores know buckets by path, not by host name.
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    credentials,
    forcePathStyle: endpoint !== undefined,
    // Nor do they understand the checksums that the SDK would append to bodies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    has: (key) =>
      client.send(new HeadObjectCommand(at(key))).then(
        () => true,
        (error) => {
          if (isMissing(error)) return false;
          throw error;
        },
      ),
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: 'image/webp' }));
    },
    async read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)));
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    // Its server may have different names in different networks.
    place: async () => `bucket ${bucket}`,
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
  };
}
