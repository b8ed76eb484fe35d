/** The text without case, width, accents, spaces and hyphens. */
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Whether the text contains the typed text, ignoring case, width, accents, spaces and hyphens ("cb500" finds "CB 500"). */
export const matches = (text: string, typed: string) => plain(text).includes(plain(typed));
