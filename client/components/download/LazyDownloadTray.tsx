import { Suspense, useSyncExternalStore } from 'react';
import { lazyScreen } from '../lazyScreen';
import { PartBoundary } from '../notice/PartBoundary';
import { currentDownloads, subscribeToDownloads } from './downloads';

const DownloadTray = lazyScreen(() => import('./DownloadTray').then((file) => file.DownloadTray));

/** The tray of the downloads, loaded with the first one. */
export function LazyDownloadTray() {
  const hasAny = useSyncExternalStore(subscribeToDownloads, () => currentDownloads().length > 0);
  return (
    hasAny && (
      <PartBoundary part={DownloadTray} failure="The downloads did not load.">
        <Suspense>
          <DownloadTray />
        </Suspense>
      </PartBoundary>
    )
  );
}
