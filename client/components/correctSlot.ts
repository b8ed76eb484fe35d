import { createContext } from 'react';
import type { lazyScreen } from './lazyScreen';

interface Props {
  /** The model whose key data is wrong. */
  model: { id: string; name: string; year: number; make: { displayName: string } };
  /** The wrong value, as the graph names it; empty if it is still to be chosen. */
  field: string;
  onClose: () => void;
}

/** The dialog that reports a wrong value of a sheet, which another room fills in (client/MemberPages.tsx). */
export const CorrectSlot = createContext<ReturnType<typeof lazyScreen<Props>> | null>(null);
