/** What was typed before a field was rendered. */
export interface TypedAhead {
  text: string;
  isEntered: boolean;
}

/**
 * Collects what is typed, in an invisible field that gets the focus, until the returned function is called. iOS shows its
 * keyboard only for a field that gets the focus during the tap, and then keeps it for the next field.
 */
export function collectTyped(): () => TypedAhead {
  const field = document.createElement('input');
  let isEntered = false;
  Object.assign(field, { inputMode: 'search', autocomplete: 'off', autocapitalize: 'none', ariaLabel: 'Find' });
  // Fonts smaller than 16 px make iOS zoom in.
  Object.assign(field.style, { position: 'fixed', top: '0', opacity: '0', fontSize: '16px' });
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') isEntered = true;
  });
  document.body.append(field);
  field.focus({ preventScroll: true });
  return () => {
    field.remove();
    return { text: field.value, isEntered };
  };
}
