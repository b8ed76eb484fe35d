import { Suspense } from 'react';
import { useAfterPaint } from '../../afterPaint';
import { useOnline } from '../../components/connection';
import { lazyScreen } from '../../components/lazyScreen';

/** Loaded after the first paint, also where there is a connection: without one, they could not be. */
const BannerLine = lazyScreen(() => import('./BannerLine').then((file) => file.BannerLine));
const NotKeptNote = lazyScreen(() => import('./NotKeptNote').then((file) => file.NotKeptNote));

/**
 * Above the content: that there is no connection, when what is shown was saved, and what waits to be sent. A live region, which
 * is in the page from the start.
 */
export function ConnectionBanner() {
  const online = useOnline();
  const isPainted = useAfterPaint();
  if (isPainted) void NotKeptNote.preload();
  return (
    <>
      <div role="status">
        <Suspense>{(isPainted || !online) && <BannerLine />}</Suspense>
      </div>
      <Suspense>{!online && <NotKeptNote />}</Suspense>
    </>
  );
}
