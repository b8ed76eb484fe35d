/// <reference path="./apollo-upload-client.d.ts" />
import type { ApolloLink } from '@apollo/client';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';

interface UploadOptions extends RequestInit {
  onProgress?: (fraction: number) => void;
}

/** `fetch` over XMLHttpRequest, the only API with upload progress; pass `onProgress` in `fetchOptions`. */
const fetchWithProgress = (uri: string, { method = 'POST', headers, body, signal, onProgress }: UploadOptions) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, uri);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onload = () =>
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        }),
      );
    request.onerror = () => reject(new TypeError('The upload got no response.'));
    const stopped = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onabort = stopped;
    if (signal?.aborted) return stopped();
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as XMLHttpRequestBodyInit);
  });

/** The server requires this header on multipart requests, so a form on another site cannot send one. */
export const uploadLink: ApolloLink = new UploadHttpLink({
  uri: '/graphql',
  credentials: 'same-origin',
  headers: { 'apollo-require-preflight': 'true' },
  fetch: fetchWithProgress,
});
