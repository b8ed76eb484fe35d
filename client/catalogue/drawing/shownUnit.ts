import { useSyncExternalStore } from 'react';
import { useSession } from '../../session';
import type { LengthUnit } from './units';

const CHANGED = 'shownunit';
const keyOf = (userId: string | undefined) => `shownUnit-${userId ?? 'visitor'}`;

/** Where storage is blocked: until the page is left. */
const unstored = new Map<string, LengthUnit>();

function stored(key: string): LengthUnit | null {
  try {
    const unit = localStorage.getItem(key);
    return unit === 'inch' || unit === 'mm' ? unit : null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

function store(key: string, unit: LengthUnit) {
  try {
    localStorage.setItem(key, unit);
  } catch {
    unstored.set(key, unit);
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void) {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}

const none = () => null;

/** The unit in which the user reads measures, kept in the browser for each user; null until one is chosen: as recorded. */
export function useShownUnit() {
  const key = keyOf(useSession().user?.id);
  const unit = useSyncExternalStore(subscribe, () => stored(key), none);
  return [unit, (next: LengthUnit) => store(key, next)] as const;
}
