import { onLeave } from '../../session';

/** Toasts are for success only; errors are shown where they happen (docs/look.md, "Messages"). */
export interface Toast {
  id: number;
  message: string;
  /** The path of the record that it is about. */
  open?: string | undefined;
  undo?: Undo | undefined;
}

/** Takes back what the toast tells; rejects if that failed. */
type Undo = () => Promise<unknown>;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** With the path of the record that it is about, or a way to undo it. */
export function toast(message: string, more?: string | { undo: Undo }) {
  last += 1;
  set([...toasts, { id: last, message, ...(typeof more === 'string' ? { open: more } : more) }]);
}

export const dismiss = (id: number) => set(toasts.filter((other) => other.id !== id));

export const currentToasts = () => toasts;

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onLeave(() => set([]));
