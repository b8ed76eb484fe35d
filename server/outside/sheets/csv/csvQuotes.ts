/*
 * CSV as people and databases write it. csv-parse takes a quotation mark for one only at the beginning of a cell, and another
 * one only by doubling it; people put a blank before it, and MySQL and PHP a backslash.
 */

/** What is understood besides plain CSV. */
interface Grammar {
  /** Blanks around the quotation marks of a cell. */
  blanks: boolean;
  /** A backslash before a quotation mark or a line end that belongs to the text. */
  escapes: boolean;
}

/** Reads text by a grammar, and writes it as plain CSV. */
class QuoteReader {
  /** Whether every quoted cell ended where a cell may end. */
  isSound = true;
  hasBlanks = false;
  hasEscapes = false;
  /** Rows that have another number of cells than the first one with several. */
  oddRows = 0;

  #state: 'start' | 'plain' | 'quoted' | 'escaped' | 'closing' | 'closed' = 'start';
  /** What has not been written yet: blanks, or the present cell without quotation marks. */
  #held = '';
  #cells = 1;
  #expected = 0;

  constructor(
    private readonly delimiter: string,
    private readonly grammar: Grammar,
  ) {}

  read(piece: string): string {
    let written = '';
    for (const sign of piece) written += this.#next(sign);
    return written;
  }

  end(): string {
    const written = this.#state === 'closing' || this.#state === 'closed' ? '"' : this.#plain();
    if (this.#state === 'quoted' || this.#state === 'escaped') this.isSound = false;
    if (this.#cells > 1 || this.#state !== 'start') this.#countRow();
    return written;
  }

  #isBlank = (sign: string) => this.grammar.blanks && (sign === ' ' || (sign === '\t' && this.delimiter !== '\t'));
  #isEnd = (sign: string) => sign === this.delimiter || sign === '\n';

  #next(sign: string): string {
    switch (this.#state) {
      case 'quoted':
        if (sign === '"') this.#state = 'closing';
        else if (sign === '\\' && this.grammar.escapes) this.#state = 'escaped';
        else return sign;
        return '';
      case 'escaped':
        this.#state = 'quoted';
        if (sign === '"' || sign === '\n') this.hasEscapes = true;
        if (sign === '"') return '""';
        return sign === '\\' || sign === '\n' ? sign : `\\${sign}`;
      case 'closing':
        if (sign === '"') {
          this.#state = 'quoted';
          return '""';
        }
        return this.#after(sign);
      case 'closed':
        return this.#after(sign);
      case 'start':
        if (this.#isBlank(sign)) {
          this.#held += sign;
          return '';
        }
        if (sign === '"') {
          if (this.#held) this.hasBlanks = true;
          this.#held = '';
          this.#state = 'quoted';
          return sign;
        }
        return this.#inPlain(sign);
      default:
        return this.#inPlain(sign);
    }
  }

  /** Behind the mark that closes a cell. */
  #after(sign: string): string {
    if (this.#isBlank(sign)) {
      this.#state = 'closed';
      this.#held += sign;
      return '';
    }
    if (this.#isEnd(sign)) {
      if (this.#held) this.hasBlanks = true;
      this.#held = '';
      return `"${this.#ended(sign)}`;
    }
    this.isSound = false;
    return `"${this.#inPlain(sign)}`;
  }

  #inPlain(sign: string): string {
    this.#state = 'plain';
    if (sign === '\n' && this.grammar.escapes && this.#held.endsWith('\\') && this.#cells < this.#expected) {
      this.hasEscapes = true;
      this.#held = `${this.#held.slice(0, -1)}\n`;
      return '';
    }
    if (this.#isEnd(sign)) return this.#plain() + this.#ended(sign);
    this.#held += sign;
    return '';
  }

  /** The held cell, quoted if it has a line end by now. */
  #plain(): string {
    const text = this.#held;
    this.#held = '';
    return text.includes('\n') ? `"${text.replaceAll('"', '""')}"` : text;
  }

  #ended(sign: string): string {
    this.#state = 'start';
    if (sign === '\n') this.#countRow();
    else this.#cells += 1;
    return sign;
  }

  #countRow(): void {
    if (this.#expected === 0 && this.#cells > 1) this.#expected = this.#cells;
    else if (this.#cells !== this.#expected) this.oddRows += 1;
    this.#cells = 1;
  }
}

/** How a text is to be read, and what is to be said of it. */
interface Quotes {
  warnings: string[];
  /** The text as plain CSV. */
  plain(pieces: AsyncIterable<string>): AsyncIterable<string>;
}

const PLAIN: Quotes = { warnings: [], plain: (pieces) => pieces };
const BLANKS = 'Some cells have a blank beside their quotation marks. The marks were taken as such: check these cells.';
const ESCAPES =
  'Some cells have a backslash before a quotation mark or a line end, as MySQL writes them. It was taken as part of the text, without the backslash: check these cells.';

/** Whether a piece, with the sign before it, has anything that plain CSV does not. */
const UNUSUAL = /\\["\n]|[ \t]"|"[ \t]/;

/** Reads the text of `open` by each grammar. One that is sound without backslashes has none, whatever it looks like. */
export async function quotesIn(open: () => AsyncIterable<string>, delimiter: string): Promise<Quotes> {
  if (!(await isUnusual(open()))) return PLAIN;
  const readerOf = (grammar: Grammar) => new QuoteReader(delimiter, grammar);
  const withBlanks = readerOf({ blanks: true, escapes: false });
  const withEscapes = readerOf({ blanks: true, escapes: true });
  for await (const piece of open()) for (const reader of [withBlanks, withEscapes]) reader.read(piece);
  for (const reader of [withBlanks, withEscapes]) reader.end();
  const chosen = (found: QuoteReader, grammar: Grammar): Quotes => ({
    warnings: [...(found.hasBlanks ? [BLANKS] : []), ...(found.hasEscapes ? [ESCAPES] : [])],
    async *plain(pieces) {
      const reader = readerOf(grammar);
      for await (const piece of pieces) yield reader.read(piece);
      yield reader.end();
    },
  });
  const { isSound, hasEscapes, oddRows } = withEscapes;
  if (isSound && hasEscapes && (!withBlanks.isSound || oddRows < withBlanks.oddRows))
    return chosen(withEscapes, { blanks: true, escapes: true });
  return withBlanks.isSound && withBlanks.hasBlanks ? chosen(withBlanks, { blanks: true, escapes: false }) : PLAIN;
}

async function isUnusual(pieces: AsyncIterable<string>): Promise<boolean> {
  let last = '';
  for await (const piece of pieces) {
    if (UNUSUAL.test(last + piece)) return true;
    last = piece.slice(-1) || last;
  }
  return false;
}
