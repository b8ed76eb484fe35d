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
import { AppError } from '../../errors';
import type { ImageStore } from './imageStore';

/** The time limits of one request in milliseconds, and how often the SDK tries. The SDK's own is to wait for ever. */
const REQUEST_LIMITS = { connectionTimeout: 2_000, requestTimeout: 5_000, attempts: 2 };

const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/** The answer to a HEAD has no body, from which the SDK takes an error's message. */
const withStatus = (error: unknown) =>
  error instanceof S3ServiceException && error.message === 'UnknownError'
    ? new Error(`The image store answered ${error.$metadata.httpStatusCode}: check the settings S3_….`, {
        cause: error,
      })
    : error;

/** Images in an S3-compatible bucket, under the same keys as on disk. */
export function s3ImageStore(
  { bucket, region, endpoint, ...credentials }: S3Settings,
  limits: Partial<typeof REQUEST_LIMITS> = {},
): ImageStore {
  const { attempts, ...times } = { ...REQUEST_LIMITS, ...limits };
  // Most other stores know buckets by path, not by host name.
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    credentials,
    forcePathStyle: endpoint !== undefined,
    maxAttempts: attempts,
    requestHandler: { ...times, throwOnRequestTimeout: true },
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
          throw withStatus(error);
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
        throw new AppError('SERVICE_UNAVAILABLE', 'The image cannot be read at the moment. Please try again later.');
      }
    },
    // Its server may have different names in different networks.
    place: async () => `bucket ${bucket}`,
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    // A bucket has an object once it is complete.
    async removeDrafts() {},
  };
}
