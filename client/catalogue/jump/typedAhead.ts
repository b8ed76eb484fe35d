/** What was typed while a field was not there yet. */
export interface TypedAhead {
  text: string;
  isEntered: boolean;
}

/** Collects what is typed, until the returned function is called. */
export function collectTyped(): () => TypedAhead {
  const typed: TypedAhead = { text: '', isEntered: false };
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key.length === 1) typed.text += key;
    else if (key === 'Backspace') typed.text = typed.text.slice(0, -1);
    else if (key === 'Enter') typed.isEntered = true;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', press, true);
  return () => {
    removeEventListener('keydown', press, true);
    return typed;
  };
}
