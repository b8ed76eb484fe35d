import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ChooseLengthUnitDocument } from '../../graphql/generated/lengthUnit';
import { onLeave, UNIT, UNIT_CHANGED, UNSENT, useSession } from '../../session';
import { LENGTH_UNITS, type LengthUnit } from './units';

const VISITORS = 'shownUnit';

/** Where storage is blocked: until the page is left. */
const unstored = new Map<string, string>();
onLeave(() => unstored.clear());

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function store(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
  }
  dispatchEvent(new Event(UNIT_CHANGED));
}

function subscribe(listener: () => void) {
  addEventListener(UNIT_CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(UNIT_CHANGED, listener);
    removeEventListener('storage', listener);
  };
}

const none = () => null;

/** What this device has stored, and under which name. A visitor's choice stays; a user's is removed when they sign out. */
function useStoredUnit() {
  const key = useSession().user ? UNIT : VISITORS;
  const text = useSyncExternalStore(subscribe, () => stored(key), none);
  const isUnsent = text?.endsWith(UNSENT) ?? false;
  const unit = LENGTH_UNITS.find((one) => one === (isUnsent ? text?.slice(0, -UNSENT.length) : text));
  return { key, isUnsent, unit: unit ?? null };
}

/** The unit in which the reader wants measures (docs/look.md, "Inch and mm"); null until one is chosen: as recorded. */
export function useShownUnit(): LengthUnit | null {
  const { lengthUnit } = useSession();
  return useStoredUnit().unit ?? lengthUnit ?? null;
}

/**
 * How the unit is chosen. It is stored on this device, for the next start and for work without a connection, and with the user.
 * What could not be sent is sent by the next sheet that has a connection.
 */
export function useUnitChoice(): (unit: LengthUnit) => void {
  const { user, confirmed } = useSession();
  const { key, unit, isUnsent } = useStoredUnit();
  const { mutate } = useApolloClient();
  const isUser = user !== null;

  const send = useCallback(
    async (next: LengthUnit) => {
      await mutate({ mutation: ChooseLengthUnitDocument, variables: { unit: next === 'mm' ? 'MM' : 'INCH' } });
      if (stored(key) === next + UNSENT) store(key, next);
    },
    [mutate, key],
  );
  useEffect(() => {
    if (confirmed && isUnsent && unit) send(unit).catch(console.warn);
  }, [confirmed, isUnsent, unit, send]);

  return (next) => store(key, isUser ? next + UNSENT : next);
}
