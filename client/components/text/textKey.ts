const MARKS = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Texts with the same key are the same for the server, but for case. For what is compared before it has answered. */
export const textKey = (text: string): string =>
  text
    .replace(MARKS, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
    .toLowerCase();
