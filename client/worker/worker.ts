/**
 * The service worker (docs/rules.md, "Offline"): opens the app without a connection. It keeps the pages without anybody's data,
 * and the files that they need; the page itself keeps what belongs to a user (client/offline/store.ts). Built as /sw.js
 * (vite.worker.ts).
 */
import { clientsClaim } from 'workbox-core';
import { addPlugins, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/** What the build knows: the files and pages to keep, and the address of the app's first script. */
declare const BUILT: { files: { url: string; revision: string | null; integrity?: string }[]; entry: string };
const { files, entry } = BUILT;

/** Any member's page, as the server sends it to somebody with a session: the frame, without data. */
const FRAME = '/product';
/** How long a page of the server is waited for, in milliseconds. */
const PATIENCE_MS = 3_000;

addPlugins([
  {
    // A visitor's page is kept as visitors get it.
    requestWillFetch: async ({ request }) =>
      new URL(request.url).pathname === FRAME ? request : new Request(request, { credentials: 'omit' }),
    // A page has no hash that the build knows. One of this version names its first script.
    cacheWillUpdate: async ({ request, response }) => {
      const isOurs = isFile(new URL(request.url).pathname) || (await response.clone().text()).includes(entry);
      return response.ok && isOurs ? response : null;
    },
  },
]);
precache(files);

self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()));
clientsClaim();

const late = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The server does not answer.')), PATIENCE_MS));

/** Pages come from the server, unless that cannot be reached. */
registerRoute(
  new NavigationRoute(
    async ({ event, request, url }) => {
      const asked = async () => (await (event as FetchEvent).preloadResponse) ?? fetch(request);
      const fromServer = navigator.onLine ? asked() : Promise.reject(new TypeError('There is no connection.'));
      try {
        return await Promise.race([fromServer, late()]);
      } catch {
        return (await matchPrecache(url.pathname)) ?? (await matchPrecache(FRAME)) ?? fetch(request);
      }
    },
    // Not pages of the app.
    { denylist: [/^\/(api|graphql|images|imports|webhooks\/stripe|healthz|metrics)(\/|$)/, /\.\w+$/] },
  ),
);

/** The files of the build have names that change with their content; those of `public` are kept with the build. */
registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.mode !== 'navigate' && isFile(url.pathname),
  async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
);
const isFile = (path: string) =>
  path.startsWith('/assets/') || files.some(({ url, integrity }) => url === path && integrity);

/** Pictures that the page has kept (`PICTURES` in client/offline/wipe.ts). */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
  async ({ request }) => (await caches.match(request.url, { cacheName: 'pictures' })) ?? fetch(request),
);

self.addEventListener('message', ({ data, ports: [port] }) => {
  // Which version of the app this is the worker of.
  if (data === 'entry') port?.postMessage(entry);
  if (data === 'activate') void self.skipWaiting();
});
