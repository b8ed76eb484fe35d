import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../notice/ConfirmDialog';

interface Props {
  isDirty: () => boolean;
  /** What would be lost, if not unsaved changes. */
  title?: string;
  children?: string;
}

/** Asks before a link, Back or a reload discards unsaved changes. */
export function LeaveGuard({
  isDirty,
  title = 'Leave without saving?',
  children = 'Your changes on this page are not saved yet.',
}: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search && isDirty(),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={title}
      cancel="Stay"
      confirm="Leave"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
