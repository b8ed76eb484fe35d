/** The positions of a key, as its sheet numbers them. */
export interface Positions {
  /** How many there are. */
  count: number;
  /** The end at which position 1 is; null where that is not known. */
  first: 'shoulder' | 'tip' | null;
}

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

type Token =
  /** `isSure` if it can only be a position: "#5". A word may be an idiom: "all but one". */
  | { kind: 'number'; value: number; isSure: boolean; isWord: boolean; isOrdinal: boolean }
  | { kind: 'digits'; text: string }
  | { kind: 'word'; is: Word };

type Word =
  | ('to' | '-' | ',' | ' ' | 'all' | 'odd' | 'even' | 'first' | 'last')
  | ('except' | 'nearest' | 'tip' | 'shoulder' | 'none' | 'noun' | 'nouns');

/** What each word means; the longest first, where one begins with another. */
const WORDS: readonly [RegExp, Word | null][] = [
  [/^(?:but not|except(?: for)?|excluding|without|minus|not|but)\b/, 'except'],
  [/^(?:through|thru|to|till|until|up to)\b|^\.{2,3}|^…/, 'to'],
  [/^-?(?:numbers?|numbered)\b/, null],
  [/^-/, '-'],
  [/^(?:and|plus)\b|^[,;&+/|·]/, ','],
  [/^(?:all|every|each)\b/, 'all'],
  [/^(?:odds?|uneven)\b/, 'odd'],
  [/^evens?\b/, 'even'],
  [/^last\b/, 'last'],
  [/^(?:nearest|closest|next)\b/, 'nearest'],
  [/^tip\b/, 'tip'],
  [/^(?:shoulder|bow)\b/, 'shoulder'],
  [/^(?:none|no)\b/, 'none'],
  [/^(?:position|wafer|cut|space|chamber|pos)\b\.?/, 'noun'],
  [/^(?:positions|wafers|cuts|spaces|chambers)\b/, 'nouns'],
  [/^(?:the|of|in|at|from|only|ones|them)\b|^:/, null],
];

/** The words of a text, in order. Null if there is one that is not known. */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  let rest = text;
  while (rest) {
    const blank = /^\s+/.exec(rest);
    if (blank) {
      rest = rest.slice(blank[0].length);
      continue;
    }
    const ordinal = /^(\d{1,2})(?:st|nd|rd|th)\b/.exec(rest);
    const marked = /^(?:#|№|nos?\.?(?=\s*\d)|p(?=\d))\s*(\d{1,2})(?!\d)/.exec(rest);
    const plain = /^\d+/.exec(rest);
    const word = /^[a-z]+/.exec(rest)?.[0] ?? '';
    const [asNumber, asOrdinal] = [NUMBERS.indexOf(word) + 1, ORDINALS.indexOf(word) + 1];
    const known = WORDS.find(([pattern]) => pattern.test(rest));
    const number = (value: number, more = {}) =>
      tokens.push({ kind: 'number', value, isSure: false, isWord: false, isOrdinal: false, ...more });
    let length: number;
    if (ordinal) {
      number(Number(ordinal[1]), { isSure: true, isOrdinal: true });
      length = ordinal[0].length;
    } else if (marked) {
      number(Number(marked[1]), { isSure: true });
      length = marked[0].length;
    } else if (plain) {
      if (plain[0].length > 2) tokens.push({ kind: 'digits', text: plain[0] });
      else number(Number(plain[0]));
      length = plain[0].length;
    } else if (word === 'first') {
      tokens.push({ kind: 'word', is: 'first' });
      length = word.length;
    } else if (asNumber || asOrdinal) {
      number(asNumber || asOrdinal, { isSure: asOrdinal > 0, isWord: true, isOrdinal: asOrdinal > 0 });
      length = word.length;
    } else if (known) {
      const [pattern, is] = known;
      if (is) tokens.push({ kind: 'word', is });
      length = pattern.exec(rest)?.[0].length ?? 0;
    } else return null;
    rest = rest.slice(length);
  }
  return tokens;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const isRising = (numbers: readonly number[]) =>
  numbers.every((one, index) => index === 0 || one > (numbers[index - 1] ?? 0));

/** Reads the tokens from the left. Each method returns null where the text may mean something else. */
class Reader {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly key: Positions,
  ) {}

  /** The whole text. */
  read(): number[] | null {
    if (this.takes('none')) {
      this.noun();
      return this.isAtEnd() ? [] : null;
    }
    const found = this.list(false);
    if (!found) return null;
    if (this.isAtEnd()) return found;
    if (!this.takes('except')) return null;
    const without = this.list(true);
    if (!without || !this.isAtEnd() || !without.every((one) => found.includes(one))) return null;
    const left = found.filter((one) => !without.includes(one));
    return left.length > 0 ? left : null;
  }

  private isAtEnd = () => this.at === this.tokens.length;

  private takes(...words: Word[]): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word' || !words.includes(token.is)) return false;
    this.at++;
    return true;
  }

  private isException() {
    const token = this.tokens[this.at];
    return token?.kind === 'word' && token.is === 'except';
  }

  private noun = () => this.takes('noun', 'nouns');

  private number() {
    const token = this.tokens[this.at];
    if (token?.kind !== 'number') return null;
    this.at++;
    return token;
  }

  /** Items with commas or "and" between them. No position may be said twice: then one of the two is a misprint. */
  private list(isWithout: boolean): number[] | null {
    const found: number[] = [];
    let isSure = isWithout;
    let items = 0;
    // "position 5" is one; "positions 5" may be five.
    for (let label = this.tokens[this.at]; this.noun(); label = this.tokens[this.at])
      isSure = label?.kind === 'word' && label.is === 'noun';
    do {
      if (items > 0) {
        // "1, 2, and 4", "1-7, not 4"
        this.takes(',');
        if (this.isException()) break;
        this.noun();
      }
      const item = this.item(isWithout);
      if (!item) return null;
      if (item.positions.some((one) => found.includes(one))) return null;
      found.push(...item.positions);
      isSure ||= item.isSure;
      items++;
    } while (this.takes(','));
    const alone = items === 1 && found.length === 1;
    return alone && !isSure ? null : found.toSorted((a, b) => a - b);
  }

  private item(isWithout: boolean): { positions: number[]; isSure: boolean } | null {
    const { count } = this.key;
    const sure = (positions: number[] | null) => positions && { positions, isSure: true };
    if (this.takes('all')) {
      const number = this.number();
      this.noun();
      return !number || number.value === count ? sure(upTo(count)) : null;
    }
    if (this.takes('odd')) return sure(this.parity(1));
    if (this.takes('even')) return sure(this.parity(0));
    if (this.takes('nearest')) return sure(this.nearest(1));
    if (this.takes('first')) {
      // "first six cuts", or the first position, which may begin a list or a range.
      const number = this.number();
      this.noun();
      if (number) return number.value <= count && !number.isOrdinal ? sure(upTo(number.value)) : null;
      return this.takes('to', '-') ? this.range(1, this.number()) : sure([1]);
    }
    if (this.takes('last')) {
      const number = this.number();
      this.noun();
      if (!number) return sure([count]);
      return number.value <= count && !number.isOrdinal ? sure(upTo(count).slice(-number.value)) : null;
    }
    const token = this.tokens[this.at];
    if (token?.kind === 'digits') {
      this.at++;
      return this.within([...token.text].map(Number));
    }
    const number = this.number();
    if (!number) return null;
    const before = this.at;
    this.noun();
    if (this.takes('nearest')) return number.isOrdinal ? null : sure(this.nearest(number.value));
    // "6 wafers" is a count, and so may "1-6 wafers" be; "the 1st position" is not.
    if (!number.isOrdinal) this.at = before;
    // "all but one" is a count.
    if (number.isWord && !number.isOrdinal && isWithout) return null;
    return this.from(number);
  }

  /** A number and what belongs to it: "1", "1-6", "1-2-3-4", "2-6 even", "1 3 5". */
  private from(number: { value: number; isSure: boolean; isOrdinal: boolean }) {
    if (this.takes('to')) {
      this.noun();
      // "second to last" may be one position.
      return this.range(number.value, this.takes('last') && !number.isOrdinal ? this.lastOne() : this.number());
    }
    const numbers = [number.value];
    while (this.takes('-')) {
      const next = this.number();
      if (!next) return null;
      numbers.push(next.value);
    }
    if (numbers.length === 2) return this.range(number.value, { value: numbers[1] ?? 0 });
    if (numbers.length > 2) return this.within(numbers);
    for (let next = this.number(); next; next = this.number()) numbers.push(next.value);
    // "3 1" or "12 4" may be anything.
    if (numbers.length === 2) return null;
    const item = this.within(numbers);
    return item && { ...item, isSure: number.isSure };
  }

  private lastOne = () => ({ value: this.key.count });

  /** "2-6", and "2-6 even". */
  private range(from: number, end: { value: number } | null) {
    if (!end || end.value <= from) return null;
    const all = this.within(upTo(end.value).slice(from - 1));
    if (!all) return null;
    const rest = this.takes('odd') ? 1 : this.takes('even') ? 0 : null;
    if (rest === null) return all;
    this.noun();
    return { ...all, positions: all.positions.filter((one) => one % 2 === rest) };
  }

  private within(positions: number[]) {
    const isOfKey = positions.every((one) => one >= 1 && one <= this.key.count);
    return isOfKey && isRising(positions) ? { positions, isSure: false } : null;
  }

  /** "Odd positions", "odd 1-7". */
  private parity(rest: number): number[] | null {
    this.noun();
    const number = this.number();
    if (!number) return upTo(this.key.count).filter((one) => one % 2 === rest);
    if (!this.takes('to', '-')) return null;
    const range = this.range(number.value, this.number());
    return range?.positions.filter((one) => one % 2 === rest) ?? null;
  }

  /** "5 nearest the tip" */
  private nearest(wafers: number): number[] | null {
    const { count, first } = this.key;
    this.takes('to');
    const end = this.takes('tip') ? 'tip' : this.takes('shoulder') ? 'shoulder' : null;
    if (!end || !first || wafers > count || wafers < 1) return null;
    return end === first ? upTo(wafers) : upTo(count).slice(-wafers);
  }
}

/**
 * The wafer positions that a text means, in order; an empty list where there are none. Null if the text may mean anything
 * else: then it stays a text, and nothing is guessed (docs/rules.md, "Partial key").
 */
export function readPositions(text: string, key: Positions): number[] | null {
  const plain = text
    .toLowerCase()
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  // "5 wafers: 1-5", "1-5 (5 wafers)": the count says the same once more, or something is wrong.
  const [, count, counted] = /^(\w+) (?:wafers|cuts|positions)\s*(?::|,|\((?=.*\)$))\s*(.+?)\)?$/.exec(plain) ?? [];
  const [, said, remark] = /^(.+?)\s*\((\w+)(?: (?:wafers|cuts|positions))?\)$/.exec(plain) ?? [];
  const positions = read(counted ?? said ?? plain, key);
  const told = count ?? remark;
  if (!positions || told === undefined) return positions;
  const total = told === 'all' ? key.count : /^\d+$/.test(told) ? Number(told) : NUMBERS.indexOf(told) + 1;
  return total === positions.length ? positions : null;
}

function read(text: string, key: Positions) {
  const tokens = tokensOf(text);
  return tokens?.length ? new Reader(tokens, key).read() : null;
}
