const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Whether what was typed is in the text: without regard to case, accents, spaces and hyphens ("cb500" finds "CB 500"). */
export const matches = (text: string, typed: string) => plain(text).includes(plain(typed));
