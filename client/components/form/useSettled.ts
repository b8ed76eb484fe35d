import { useEffect, useState } from 'react';

/** What was typed, once nothing has been typed for so many milliseconds. */
export function useSettled(typed: string, milliseconds: number): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(typed), milliseconds);
    return () => clearTimeout(pause);
  }, [typed, milliseconds]);
  return settled;
}
