import { type ComponentType, createElement, use } from 'react';
import { isReachable, NoConnection } from './connection';

const RELOADED = 'reloaded-for-new-version';
const MINUTE = 60_000;

/** Reloads the page, unless that was just tried. Without a connection, a reload would only lose the page. */
async function reloadFor(error: unknown): Promise<never> {
  if (!(await isReachable())) throw new NoConnection();
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < MINUTE) throw error;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return new Promise<never>(() => {});
}

/**
 * A screen in a separate chunk. After a deployment the old chunks are gone: the page then reloads once; if that fails, the
 * error goes to the route's error boundary. A retry there loads the chunk again.
 *
 * Unlike React's lazy(), it renders at once if its chunk is already there. Suspending even for a moment would cost 300 ms:
 * that is how long React keeps a fallback once it shows.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let shown: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    loading ??= load().then((component) => {
      loaded = component;
      return component;
    });
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  // A failure stays until somebody asks again: React renders the screen several times before it shows the error.
  let failed = false;
  const show = () => {
    shown ??= start()
      .catch(reloadFor)
      .catch((error) => {
        failed = true;
        throw error;
      });
    return shown;
  };
  const Screen = (props: Props) => createElement(loaded ?? use(show()), props);
  /** Undefined once it has loaded. A failure is only handled when the screen renders, at its own URL. */
  const preload = (): Promise<unknown> | undefined => {
    if (loaded) return undefined;
    if (failed) shown = undefined;
    failed = false;
    return start().catch(() => {});
  };
  /** Whether it loads after a failure. Unlike `preload` and the next render, this never reloads the page. */
  const loadsNow = () =>
    start().then(
      () => true,
      () => false,
    );
  return Object.assign(Screen, { preload, loadsNow });
}
