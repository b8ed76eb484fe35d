import { type ComponentType, createElement, use } from 'react';

const RELOADED = 'reloaded-for-new-version';
const MINUTE = 60_000;

/** Whether a page reload may help and was not just tried. Offline, a reload would only lose the page. */
function mayReload() {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!navigator.onLine || Date.now() - last < MINUTE) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  return true;
}

/**
 * A screen in a separate chunk. After a deployment the old chunks are gone: the page then reloads
 * once; if that fails, the error goes to the route's error boundary.
 *
 * Unlike React's lazy(), it renders at once if its chunk is already there. Suspending even for a moment would cost 300 ms:
 * that is how long React keeps a fallback once it shows.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error) => {
        if (!mayReload()) throw error;
        location.reload();
        return new Promise<never>(() => {});
      },
    );
    return loading;
  };
  const Screen = (props: Props) => createElement(loaded ?? use(start()), props);
  // A preload failure is reported when the screen renders.
  return Object.assign(Screen, { preload: (): Promise<unknown> => start().catch(() => {}) });
}
