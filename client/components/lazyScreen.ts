import { type ComponentType, createElement, use } from 'react';

const RELOADED = 'reloaded-for-new-version';
const MINUTE = 60_000;

/** Whether loading the page anew may help and was not just tried. Without a network it would only lose the page. */
function mayReload() {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!navigator.onLine || Date.now() - last < MINUTE) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  return true;
}

/**
 * A screen in a chunk of its own. After a new version is deployed the old chunks are gone: the page is then loaded anew,
 * once, and if that does not help the error goes to the route's boundary.
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
  // A failure to preload is told when the screen is rendered.
  return Object.assign(Screen, { preload: (): Promise<unknown> => start().catch(() => {}) });
}
