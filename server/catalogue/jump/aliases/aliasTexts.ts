import { wordsOf } from '../../../text';

/** The rules for the texts of an alias, in the form and in imports. */
export const ALIAS_TEXTS = {
  text: { label: 'alias', required: true },
  name: { label: 'model' },
} as const;

/** The problem with a nickname that Jump could never find. */
export const wrongNickname = (text: string): string | null =>
  wordsOf(text).length === 0 ? 'The alias needs a letter or a digit.' : null;
