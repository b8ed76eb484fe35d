import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLScalarType } from 'graphql';
import UploadScalar from 'graphql-upload/GraphQLUpload.mjs';
import processRequest, { type FileUpload } from 'graphql-upload/processRequest.mjs';
import { AppError } from '../errors';
import { requireNoReplacement } from './utf8';

export type Upload = FileUpload;

/** A file of the request. If its part cannot be read (a name with control characters), that is a BAD_REQUEST. */
export const GraphQLUpload = new GraphQLScalarType({
  ...UploadScalar.toConfig(),
  parseValue(value) {
    const arriving = Promise.resolve(UploadScalar.parseValue(value)).catch((error: { status?: number }) => {
      const message = 'The file could not be read from the request. Please rename it and send it again.';
      throw (error.status ?? 400) === 400 ? new AppError('BAD_REQUEST', message) : error;
    });
    // If another part of the request is refused first, nobody awaits this promise.
    arriving.catch(() => {});
    return arriving;
  },
});

/**
 * The most bytes of a body without files (docs/rules.md, "Limits of the graph"), and of the other fields in a body with a
 * file.
 */
export const BODY_LIMIT = 1_048_576;

/**
 * Reads uploads by the GraphQL multipart request specification, one file per request. Calls `admit` first, so that the
 * server reads no bodies of callers without access.
 */
export function acceptUploads(
  graph: FastifyInstance,
  maxFileSize: number,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  graph.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  graph.addHook('preHandler', async (request, reply) => {
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) return;
    await admit(request, reply);
    const limits = { maxFieldSize: BODY_LIMIT, maxFileSize, maxFiles: 1 };
    const body = await processRequest(request.raw, reply.raw, limits).catch((error) => {
      // Errors of the parser itself have no status: the body is malformed.
      throw error.status ? error : new AppError('BAD_REQUEST', 'The multipart body could not be read.');
    });
    requireNoReplacement(body);
    request.body = body;
  });
}

/** Reads a whole file of at most `max` bytes; never keeps more than that in memory. */
export async function readUpload(upload: Promise<Upload>, max: number): Promise<{ name: string; bytes: Buffer }> {
  const { filename, createReadStream } = await upload;
  const message = `${filename} is too large.`;
  const tooLarge = new AppError('PAYLOAD_TOO_LARGE', message, { file: [message] });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream()) {
      size += chunk.length;
      if (size > max) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error === tooLarge || (error as { status?: number }).status === 413) throw tooLarge;
    // The temporary file: a full disk, above all.
    if ((error as NodeJS.ErrnoException).syscall)
      throw new AppError('SERVICE_UNAVAILABLE', 'The server has no room for the file. Please try again later.');
    throw new AppError('BAD_REQUEST', 'The upload was interrupted.');
  }
  return { name: filename, bytes: Buffer.concat(chunks) };
}
