const LABEL = 'Find a bike, blank or code';

/** The attributes of Jump's field: the frame has the same one before the app has loaded (Frame.tsx). */
export const findField = {
  'aria-label': LABEL,
  placeholder: LABEL,
  type: 'text',
  inputMode: 'search',
  enterKeyHint: 'go',
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 100,
} as const;
