import type { Depth, Plan } from '../drawing/readMeasures';

/** One way to cut a position. */
export interface CutChoice {
  /** What codes call it; several names if they are of the same depth. */
  names: readonly string[];
  /** What MACS counts, for each name; none for no cut. */
  steps: readonly number[];
  /** The depth, by its first name; null for no cut. */
  depth: Depth | null;
}

/** The cut is not there: the blade has its whole width. It is the shallowest. */
export const NO_CUT = 0;

/**
 * The ways to cut a position, from the shallowest to the deepest, whatever their names: no cut first. Names of the same depth
 * are one, as they make the same key.
 */
export function cutChoices({ depths, isLeft }: Plan): CutChoice[] {
  const choices: CutChoice[] = [{ names: ['no cut'], steps: [], depth: null }];
  const sorted = depths.toSorted((a, b) => (isLeft ? b.value - a.value : a.value - b.value));
  for (const depth of sorted) {
    const last = choices.at(-1);
    if (last?.depth?.value === depth.value)
      choices[choices.length - 1] = {
        ...last,
        names: [...last.names, depth.name],
        steps: [...last.steps, depth.step],
      };
    else choices.push({ names: [depth.name], steps: [depth.step], depth });
  }
  return choices;
}

/** What is known of a cut: that it is one of these choices, in order of depth. */
export interface Known {
  choices: readonly number[];
  /** As a sentence says it: "3", "3½", "2/4", "no cut". */
  text: string;
}

/** What was read: a known cut, nothing (null: the cut is unknown), or why it cannot be read. */
type Reading = { known: Known | null; problem: null } | { known: null; problem: string };

const UNKNOWN: Reading = { known: null, problem: null };
const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The choices in the order of their names, in which "3½" lies between 3 and 4. */
function inOrderOfNames(choices: readonly CutChoice[]): number[] {
  const cuts = choices.flatMap(({ depth }, index) => (depth ? [{ index, depth }] : []));
  return cuts
    .toSorted((a, b) => a.depth.step - b.depth.step || a.depth.number - b.depth.number)
    .map(({ index }) => index);
}

/** Reads known cuts by the names of a system's depths. */
export class CutReader {
  private readonly names: readonly string[];
  private readonly byName: readonly number[];

  constructor(readonly choices: readonly CutChoice[]) {
    this.names = choices.slice(1).flatMap(({ names }) => names);
    this.byName = inOrderOfNames(choices);
  }

  /** The known cuts of one position: "3", "3½", "2/4", "no cut", or "?" and nothing for an unknown one. */
  readCell(text: string): Reading {
    const typed = text.trim();
    if (!typed || typed === '?') return UNKNOWN;
    const parts = this.isName(typed) ? [typed] : this.partsOf(typed.replace(/^(\S+)\s+1\/2$/, '$1½'));
    const found = new Set<number>();
    const said: string[] = [];
    for (const part of parts) {
      const one = this.readPart(part);
      if (typeof one === 'string') return { known: null, problem: one };
      for (const choice of one.choices) found.add(choice);
      said.push(one.text);
    }
    return { known: { choices: [...found].toSorted((a, b) => a - b), text: said.join('/') }, problem: null };
  }

  private partsOf(typed: string): string[] {
    const inBrackets = /^[[(](.*)[\])]$/.exec(typed)?.[1];
    // A comma may be that of a half cut, unless there is a depth 5.
    const isSet = inBrackets !== undefined || this.isName('5');
    return (inBrackets ?? typed).split(isSet ? /\s*[/,]\s*|\s+or\s+/i : /\s*(?:\/|,(?!5$))\s*|\s+or\s+/i);
  }

  /**
   * The known cuts of a lock with `count` positions, each as it would be typed at its position: "2343", "2-3½-?-3",
   * "2 2/4 no cut 3".
   */
  readAll(text: string, count: number): { cells: string[]; problem: string | null } {
    const cells = this.split(text.trim());
    if (!cells) return { cells: [], problem: `Separate the depths: ${this.names.slice(0, 3).join('-')}` };
    if (cells.length > count)
      return { cells: [], problem: `${cells.length} cuts are too many: the lock has ${count} positions` };
    const problem = cells.map((cell) => this.readCell(cell).problem).find(Boolean) ?? null;
    return { cells, problem };
  }

  /** Cells as one text that `readAll` reads; empty if all are. */
  joinCells(cells: readonly string[]): string {
    const last = cells.findLastIndex((cell) => cell.trim());
    const texts = cells.slice(0, last + 1).map((cell) => this.readCell(cell).known?.text ?? (cell.trim() || '?'));
    return texts.every((text) => /^.½?$/u.test(text)) ? texts.join('') : texts.join(' ');
  }

  /** Several cuts that were typed into one cell. Null if it is one cut, or if they cannot be read. */
  splitCell(text: string, room: number): string[] | null {
    if (this.readCell(text).problem === null) return null;
    const { cells, problem } = this.readAll(text, room);
    return problem === null && cells.length > 1 ? cells : null;
  }

  private split(text: string): string[] | null {
    const between = [...'-–—;:.,'].filter((sign) => !this.names.some((name) => name.includes(sign)));
    const marked = text
      .replace(/no cut/gi, '×')
      .replace(/\s*\/\s*/g, '/')
      .replace(
        /\[([^\]]*)\]/g,
        (_, set: string) =>
          ` ${set
            .split(/[\s,/]+/)
            .filter(Boolean)
            .join('/')} `,
      )
      .replace(/[.,]5(?!\d)/g, this.isName('5') ? '$&' : '½');
    const tokens = [...marked]
      .map((sign) => (between.includes(sign) ? ' ' : sign))
      .join('')
      .split(/\s+/)
      .filter(Boolean);
    if (tokens.length === 0) return [];
    return tokens.every((token) => this.isName(token)) && tokens.length > 1 ? tokens : this.eachOf(tokens);
  }

  /** Tokens that are several cuts, one after the other, are taken apart where names have one sign each. */
  private eachOf(tokens: readonly string[]): string[] | null {
    const cells: string[] = [];
    for (const token of tokens) {
      if (this.isName(token) || this.readCell(token).problem === null) {
        cells.push(token);
        continue;
      }
      if (this.names.some((name) => name.length > 1)) return tokens.length > 1 ? [...tokens] : null;
      cells.push(...(token.match(/.½?(?:\/.½?)*/gu) ?? []));
    }
    return cells;
  }

  private isName = (typed: string) => this.names.some((name) => isAlike(name, typed));

  /** One of the alternatives; a text says why it cannot be read. */
  private readPart(part: string): Known | string {
    if (/^(?:no cut|none|uncut|×|x)$/i.test(part) && !this.isName(part)) return this.noCut();
    if (part === '0' && !this.isName(part)) return this.noCut();
    const half = /^(.+?)\s*(?:½|[.,]5)$/.exec(part);
    if (half?.[1] && !this.isName(part)) return this.readHalf(half[1]);
    const choice = this.named(part);
    return typeof choice === 'number' ? { choices: [choice], text: this.nameOf(choice, part) } : choice;
  }

  private noCut = (): Known => ({ choices: [NO_CUT], text: 'no cut' });

  /** The name as the system writes it. */
  private nameOf = (choice: number, typed: string) =>
    this.choices[choice]?.names.find((name) => isAlike(name, typed)) ?? typed;

  private named(typed: string): number | string {
    const exact = this.choices.flatMap(({ names }, index) => (index > 0 && names.includes(typed) ? [index] : []));
    const alike = this.choices.flatMap(({ names }, index) =>
      index > 0 && names.some((name) => isAlike(name, typed)) ? [index] : [],
    );
    const found = exact.length > 0 ? exact : alike;
    if (found.length > 1) return `Two depths are called ${typed}`;
    return found[0] ?? `Depth ${typed} is not one of ${this.names.join(', ')}`;
  }

  /** "3½" is 3 or 4: a worn cut of one of them. */
  private readHalf(typed: string): Known | string {
    const choice = this.named(typed);
    if (typeof choice === 'string') return choice;
    const next = this.byName[this.byName.indexOf(choice) + 1];
    if (next === undefined) return `There is no depth after ${typed}, so no ${typed}½`;
    return this.between(choice, next);
  }

  /** A cut between two depths that follow each other. */
  between(one: number, other: number): Known {
    const [first = one, second = other] = this.byName.filter((choice) => choice === one || choice === other);
    const name = (choice: number) => this.choices[choice]?.names[0];
    const isNext = this.byName.indexOf(second) === this.byName.indexOf(first) + 1;
    return {
      choices: [one, other].toSorted((a, b) => a - b),
      text: isNext ? `${name(first)}½` : `${name(first)}/${name(second)}`,
    };
  }
}
