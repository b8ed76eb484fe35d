import type { FastifyRequest } from 'fastify';

/* What clients of the old PHP server send and other clients do not (docs/rest.md, "Coming from the PHP server"). */

/** Other spellings of a path of `/api`: below `index.php` or `public`, or with doubled slashes. */
const SPELLINGS = /^\/+(?:public\/+)?(?:index\.php\/+)?api(?:\/+index\.php)?(?=[/?]|$)/;

/** The URL with the usual spelling of its path. */
export function usualUrl(url: string): string {
  const [spelling] = SPELLINGS.exec(url) ?? [];
  if (spelling === undefined) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (spelling === '/api' && !path.includes('//')) return url;
  return `/api${path.slice(spelling.length).replace(/\/{2,}/g, '/')}${url.slice(path.length)}`;
}

/** The method that a POST stands for: PHP does not parse the body of a PUT, so its clients name the method in a field. */
export function meantMethod({ headers, query }: FastifyRequest, body: Record<string, unknown>): string {
  const named = headers['x-http-method-override'] ?? body._method ?? (query as Record<string, unknown>)._method;
  return typeof named === 'string' ? named.trim().toUpperCase() : 'POST';
}
