import { useEffect, useState } from 'react';
import { useAfterPaint } from '../../afterPaint';
import { useOnline } from '../../components/connection';
import { lazyScreen } from '../../components/lazyScreen';
import { PartBoundary } from '../../components/notice/PartBoundary';

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
  // If the connection breaks before the note has loaded, the page does without it.
  const [hasNote, setHasNote] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the connection has changed
  useEffect(() => {
    if (isPainted && !hasNote) void NotKeptNote.loadsNow().then(setHasNote);
  }, [isPainted, hasNote, online]);
  return (
    <>
      <div role="status">
        {(isPainted || !online) && (
          <PartBoundary part={BannerLine} failure="The note about what is saved here did not load.">
            <BannerLine />
          </PartBoundary>
        )}
      </div>
      {!online && hasNote && <NotKeptNote />}
    </>
  );
}
