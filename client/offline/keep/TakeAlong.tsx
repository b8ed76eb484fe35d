import { HardDriveDownload, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';
import { useNeedsConnection } from '../../components/notKept';
import { useOnce } from '../../components/useOnce';
import type { ModelLineFragment } from '../../graphql/generated/catalogue';
import { savedOn } from '../shown/savedAt';
import { useCanKeep } from '../useOfflineWork';
import { useKept, useProgress } from './kept';

/** Keeps a sheet that is not pinned until it is let go; says how far that is, and when it failed. Styled by the sheet. */
export function TakeAlong({ model }: { model: ModelLineFragment }) {
  const sheet = useKept()?.find(({ id }) => id === model.id);
  const progress = useProgress();
  const [once, busy] = useOnce();
  const away = useNeedsConnection();
  const [now] = useState(Date.now);
  const canKeep = useCanKeep();
  const isTaken = sheet?.takenAt != null;
  const isPinned = sheet?.reason === 'pinned';
  const isDone = !busy && sheet !== undefined && (isTaken || isPinned) && sheet.savedAt > 0 && !sheet.failure;
  useEffect(() => {
    if (busy) announce('Keeping the sheet for work without a connection');
  }, [busy]);
  if (!canKeep) return null;

  const change = () =>
    void once(async () => {
      const { letGo, takeAlong } = await import('./keepSheets');
      if (isTaken && !sheet.failure) await letGo(sheet);
      else await takeAlong(model);
    });
  const steps = progress?.id === model.id && progress.total > 0 ? ` ${progress.done} of ${progress.total}` : '';
  return (
    <>
      {isDone && (
        <small role="status" data-kept="">
          Kept for offline, {savedOn(sheet.savedAt, now)}
        </small>
      )}
      {!isPinned && (
        <button type="button" className="mk-button" aria-busy={busy} onClick={change} {...(isDone ? {} : away)}>
          {isDone ? <X aria-hidden="true" /> : <HardDriveDownload aria-hidden="true" />}
          {busy ? `Keeping...${steps}` : isDone ? 'Let go' : isTaken ? 'Try again' : 'Take this job along'}
        </button>
      )}
      {isTaken && !busy && sheet.failure && <p role="alert">Not kept for offline. {sheet.failure}</p>}
    </>
  );
}
