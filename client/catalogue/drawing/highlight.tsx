import { createContext, type ReactNode, useContext, useId, useMemo, useState } from 'react';

interface Highlight {
  /** The name of the radio buttons in the drawing; empty outside of a provider. */
  group: string;
  /** The number of the selected position. */
  active: number | null;
  setActive: (position: number | null) => void;
}

const Context = createContext<Highlight>({ group: '', active: null, setActive: () => {} });

/** Wraps a drawing and its table: a position that is selected in one is highlighted in the other. */
export function HighlightProvider({ children }: { children: ReactNode }) {
  const group = useId();
  const [active, setActive] = useState<number | null>(null);
  const value = useMemo(() => ({ group, active, setActive }), [group, active]);
  return <Context value={value}>{children}</Context>;
}

export const useHighlight = () => useContext(Context);

export const radioId = (group: string, position: number) => `${group}-position-${position}`;
