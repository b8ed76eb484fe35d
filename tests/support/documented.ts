import { openapi } from '../../server/rest/openapi';
import { routes } from '../../server/rest/routes';

interface Document {
  paths: Record<string, Record<string, { responses: object }>>;
}
const document = openapi('session') as unknown as Document;

const calls = routes.map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
  statuses: Object.keys(document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {}),
}));

/** Throws if the OpenAPI document does not list that a call of this path may be answered by `status`. */
export function requireDocumented(method: string, path: string, status: number): void {
  const bare = path.split('?')[0] ?? '';
  const call = calls.find((one) => one.method === method && one.pattern.test(bare));
  if (call && !call.statuses.includes(String(status)))
    throw new Error(`${method} ${call.path} answered ${status}, which the OpenAPI document does not list`);
}
