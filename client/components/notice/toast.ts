import { onLeave } from '../../session';

/** Toasts are for success only; errors are shown where they happen (docs/look.md, "Messages"). */
export interface Toast {
  id: number;
  message: string;
  /** The path of the record that it is about. */
  open?: string | undefined;
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** `open` is the path of the record that it is about. */
export function toast(message: string, open?: string) {
  last += 1;
  set([...toasts, { id: last, message, open }]);
}

export const dismiss = (id: number) => set(toasts.filter((other) => other.id !== id));

export const currentToasts = () => toasts;

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onLeave(() => set([]));
