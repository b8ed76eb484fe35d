import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import GraphQLUpload from 'graphql-upload/GraphQLUpload.mjs';
import processRequest, { type FileUpload } from 'graphql-upload/processRequest.mjs';
import { AppError } from './errors';

export { GraphQLUpload };
export type Upload = FileUpload;

/** A body without files may have this many bytes (contract section 8), and so may what stands beside a file. */
export const BODY_LIMIT = 1_048_576;

/**
 * Reads uploads by the GraphQL multipart request specification, one file a request: `admit` is asked first, so that
 * nobody else makes the server read a body.
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
    request.body = await processRequest(request.raw, reply.raw, { maxFieldSize: BODY_LIMIT, maxFileSize, maxFiles: 1 });
  });
}

/** The whole of one file, which `acceptUploads` has limited. */
export async function readUpload(upload: Promise<Upload>): Promise<{ name: string; bytes: Buffer }> {
  const { filename, createReadStream } = await upload;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream()) chunks.push(chunk);
  } catch (error) {
    if ((error as { status?: number }).status !== 413) throw new AppError('BAD_REQUEST', 'The upload was interrupted.');
    const message = `${filename} is too large.`;
    throw new AppError('PAYLOAD_TOO_LARGE', message, { file: [message] });
  }
  return { name: filename, bytes: Buffer.concat(chunks) };
}
