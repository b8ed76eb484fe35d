import type { ReadStream } from 'node:fs';
import { inField, refusal } from '../refusal';
import { ENCODINGS, quoted } from '../sheet';

/** How the text of a file is encoded, and how to tell. */
interface Encoding {
  encoding: string;
  label: string;
  isGuessed: boolean;
}

export const UNMARKED = 'UTF-16 without a byte-order mark';
const NO_TEXT = 'This is not a text file: it is neither .csv nor .xlsx.';

/** Control characters and noncharacters, which no text has. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/u;

const utf16 = (encoding: string, label = 'UTF-16') => ({ encoding, label, isGuessed: label === UNMARKED });

/** The chosen encoding; throws if it is unknown. */
export function chosenEncoding(chosen: string): Encoding {
  if (ENCODINGS.some((known) => known === chosen)) return { encoding: chosen, label: chosen, isGuessed: false };
  throw inField('encoding', `The encoding ${quoted(chosen)} is not one of ${ENCODINGS.join(', ')}.`);
}

/** By the byte-order mark; else UTF-16 if zero bytes show it; else UTF-8 if the whole file is valid; else windows-1252. */
export async function foundEncoding(open: () => ReadStream): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let start: Buffer | undefined;
  const zeros = { even: 0, odd: 0 };
  let size = 0;
  for await (const chunk of open() as AsyncIterable<Buffer>) {
    if (!start) {
      start = chunk;
      if (chunk[0] === 0xff && chunk[1] === 0xfe) return utf16('utf-16le');
      if (chunk[0] === 0xfe && chunk[1] === 0xff) return utf16('utf-16be');
    }
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1))
      zeros[(size + at) % 2 ? 'odd' : 'even'] += 1;
    size += chunk.length;
    try {
      if (isUtf8) utf8.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  try {
    if (isUtf8) utf8.decode();
  } catch {
    isUtf8 = false;
  }
  const { even, odd } = zeros;
  // In UTF-16 each Latin letter has one zero byte, always on the same side.
  const most = Math.max(even, odd);
  if (most > size / 1_000 && Math.min(even, odd) < most / 20) {
    const encoding = odd > even ? 'utf-16le' : 'utf-16be';
    const isText = !CONTROLS.test(new TextDecoder(encoding).decode(start?.subarray(0, 10_000)));
    if (isText && most > size / 8) return utf16(encoding, UNMARKED);
    if (isText) throw refusal(`This may be ${UNMARKED}: choose its encoding, or save it as “CSV UTF-8”.`);
  }
  // A single zero byte in a UTF-8 text is a forbidden character, reported with its row.
  if (isUtf8) return { encoding: 'utf-8', label: 'UTF-8', isGuessed: false };
  if (even + odd > 0) throw refusal(NO_TEXT);
  return { encoding: 'windows-1252', label: 'windows-1252', isGuessed: true };
}

/** The text without its byte-order mark, which TextDecoder takes away. Every line ends with \n. */
export const textOf = (open: () => ReadStream, encoding: string) => withLineFeeds(decoded(open, encoding));

async function* decoded(open: () => ReadStream, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw refusal(`The file is not valid ${encoding}: choose another encoding, or save it as “CSV UTF-8”.`);
    }
  };
  for await (const chunk of open() as AsyncIterable<Buffer>) yield decode(chunk);
  yield decode();
}

/** A file that was joined from several programs mixes \r\n, \n and \r; a careless copy makes \r\r\n of \r\n. */
async function* withLineFeeds(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const replaced = (text: string) => text.replace(/\r?\r\n|\r/g, '\n');
  let held = '';
  for await (const piece of pieces) {
    const text = held + piece;
    // What these end is known with the next piece.
    const end = text.endsWith('\r\r') ? -2 : text.endsWith('\r') ? -1 : text.length;
    held = end < 0 ? text.slice(end) : '';
    yield replaced(text.slice(0, end));
  }
  yield replaced(held);
}
