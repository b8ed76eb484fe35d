import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Refusal, refusal } from '../refusal';
import { broken, type Zip } from './zipReader';

/** The elements of a workbook are nested a dozen deep. */
const MAX_DEPTH = 100;
/** The most characters between two tags, or within one: a full cell written in entities has 330,000. */
const MAX_TOKEN = 500_000;

export interface Handlers {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** A copy costs more than reading the tag, and few attributes have a prefix. */
function attributes({ attributes }: SaxesTagPlain): Record<string, string> {
  for (const name in attributes) {
    if (name.includes(':'))
      return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]));
  }
  return attributes;
}

/** Parses a part while it is being unpacked; gives control back after each piece. Names come without their prefixes. */
export async function* parsed(zip: Zip, part: string, { open, close, text }: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let depth = 0;
  /** Where the last tag ended. */
  let tagged = 0;
  let isText = false;
  parser.on('doctype', () => {
    throw broken();
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw refusal('The workbook’s elements are nested too deeply.');
    tagged = parser.position;
    const name = local(tag.name);
    isText = name === 't' || name === 'v';
    open?.(name, attributes(tag));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    tagged = parser.position;
    isText = false;
    close?.(local(tag.name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  try {
    for await (const piece of decoded(zip.bytes(part))) {
      parser.write(piece);
      // The parser keeps what belongs to a tag, a text or a comment until it ends.
      if (parser.position - tagged > MAX_TOKEN) throw isText ? tooLong() : tooMuchAtOnce();
      yield;
    }
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof Refusal ? error : broken();
  }
}

/** For shared texts the cell is not known. */
export const tooLong = () => refusal('A cell has more than 32,767 characters.');
const tooMuchAtOnce = () => refusal('The workbook has a tag or a comment of more than 500,000 characters.');

export async function readPart(zip: Zip, part: string, handlers: Handlers): Promise<void> {
  if (!zip.has(part)) return;
  for await (const _ of parsed(zip, part, handlers));
}

/** In the encoding that the part's first bytes tell: usually UTF-8. Throws if it is not valid. */
async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder = new TextDecoder();
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) decoder = new TextDecoder(encodingOf(chunk), { fatal: true });
    isFirst = false;
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

function encodingOf(start: Buffer): string {
  const head = start.toString('latin1', 0, 200);
  if (/^(\xff\xfe|<\0)/.test(head)) return 'utf-16le';
  if (/^(\xfe\xff|\0<)/.test(head)) return 'utf-16be';
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)/.exec(head)?.[1] ?? 'utf-8';
  // Bytes that are no UTF-16 were written by a program that only says so.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
