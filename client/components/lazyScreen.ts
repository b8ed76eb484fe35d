import { type ComponentType, lazy } from 'react';

const RELOADED = 'reloaded-for-new-version';

/**
 * A screen in a chunk of its own. After a new version is deployed the old chunks are gone: the page is then loaded anew,
 * once, and if that does not help the error goes to the route's boundary.
 */
export function lazyScreen<Props = object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  const preload = () => {
    loading ??= load().then(
      (component) => {
        sessionStorage.removeItem(RELOADED);
        return { default: component };
      },
      (error) => {
        loading = undefined;
        // Without a network a reload would only lose the page.
        if (!navigator.onLine || sessionStorage.getItem(RELOADED)) throw error;
        sessionStorage.setItem(RELOADED, 'yes');
        location.reload();
        return new Promise<never>(() => {});
      },
    );
    return loading;
  };
  return Object.assign(lazy(preload), { preload });
}
