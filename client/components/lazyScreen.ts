import { type ComponentType, lazy } from 'react';

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
 */
export function lazyScreen<Props = object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  const start = () => {
    loading ??= load().then(
      (component) => ({ default: component }),
      (error) => {
        if (!mayReload()) throw error;
        location.reload();
        return new Promise<never>(() => {});
      },
    );
    return loading;
  };
  // A failure to preload is told when the screen is rendered.
  return Object.assign(lazy(start), { preload: () => void start().catch(() => {}) });
}
