import { type CutChoice, type Known, NO_CUT } from './cutReader';

/** What one lock, or a measured key, says of the cuts. */
export interface Evidence {
  /** "the cap" */
  said: string;
  /** By position. */
  cuts: ReadonlyMap<number, Known>;
}

/** A key: the choice at each position. */
export type Cuts = readonly number[];

/** What is left of a position: the choices that everything known allows, in order of depth. */
interface Left {
  position: number;
  choices: readonly number[];
}

const common = (sets: readonly (readonly number[])[]) =>
  sets.reduce((left, set) => left.filter((choice) => set.includes(choice)));

/** Which locks do not agree: two of them if two suffice. */
function whoDisagrees(known: readonly { said: string; known: Known }[]) {
  for (const [index, one] of known.entries()) {
    const other = known.slice(index + 1).find((two) => common([one.known.choices, two.known.choices]).length === 0);
    if (other) return [one, other];
  }
  return known;
}

/** The difference that MACS counts between two neighbours. A position without a cut has no depth that it could count. */
function apart(one: CutChoice | undefined, other: CutChoice | undefined): number {
  if (!one?.depth || !other?.depth) return 0;
  return Math.min(...one.steps.flatMap((a) => other.steps.map((b) => Math.abs(a - b))));
}

/** The keys that fit what is known of the cuts. */
export class KeySpace {
  readonly left: readonly Left[];
  /** "the cap says 3, the seat says 4 at position 4" */
  readonly contradictions: readonly string[];

  constructor(
    private readonly choices: readonly CutChoice[],
    positions: readonly number[],
    evidence: readonly Evidence[],
  ) {
    const all = choices.map((_, index) => index).filter((index) => index !== NO_CUT);
    const contradictions: string[] = [];
    this.left = positions.map((position) => {
      const known = evidence.flatMap(({ said, cuts }) => {
        const cut = cuts.get(position);
        return cut ? [{ said, known: cut }] : [];
      });
      if (known.length === 0) return { position, choices: all };
      const left = common(known.map((one) => one.known.choices));
      if (left.length === 0) {
        const words = whoDisagrees(known).map((one) => `${one.said} says ${one.known.text}`);
        contradictions.push(`${words.join(', ')} at position ${position}`);
      }
      return { position, choices: left };
    });
    this.contradictions = contradictions;
  }

  /** Whether both may be cut beside each other: at positions that are neighbours, within MACS. */
  private fits(gap: number, one: number, other: number, macs: number | null): boolean {
    const [before, after] = [this.left[gap], this.left[gap + 1]];
    if (macs === null || !before || !after || after.position !== before.position + 1) return true;
    return apart(this.choices[one], this.choices[other]) <= macs;
  }

  /** For each position and choice: in how many ways the positions from it to `end` can be cut. */
  private ways(macs: number | null, start = 0, end = this.left.length): Map<number, number>[] {
    const ways: Map<number, number>[] = [];
    for (let index = end - 1; index >= start; index--) {
      const next = index === end - 1 ? null : ways[index + 1];
      ways[index] = new Map(
        this.left[index]?.choices.map((choice) => {
          if (!next) return [choice, 1];
          let count = 0;
          for (const [other, more] of next) if (this.fits(index, choice, other, macs)) count += more;
          return [choice, count];
        }),
      );
    }
    return ways;
  }

  /** How many keys are left. Twelve positions of eight depths are 69 billion, which a number holds exactly. */
  count(macs: number | null): number {
    const [first] = this.ways(macs);
    return [...(first?.values() ?? [])].reduce((sum, ways) => sum + ways, 0);
  }

  /** The shortest stretches of positions that cannot be cut within MACS, each a sentence without a full stop. */
  breaks(macs: number): string[] {
    const found: string[] = [];
    let from = 0;
    for (let end = 2; end <= this.left.length; end++) {
      // The last start from which nothing is possible gives the shortest stretch to this end.
      for (let start = end - 2; start >= from; start--) {
        const ways = this.ways(macs, start, end)[start];
        if ([...(ways?.values() ?? [])].some((count) => count > 0)) continue;
        found.push(this.breakInWords(start, end - 1, macs));
        from = end - 1;
        break;
      }
    }
    return found;
  }

  private breakInWords(start: number, end: number, macs: number): string {
    const [one, other] = [this.left[start], this.left[end]];
    const names = (left: Left | undefined) =>
      left?.choices.map((choice) => this.choices[choice]?.names[0]).join('/') ?? '';
    const cuts = `${names(one)} and ${names(other)} at positions ${one?.position} and ${other?.position}`;
    if (end - start > 1) return `${cuts} are too far apart: MACS allows ${macs} from cut to cut`;
    const least = Math.min(
      ...(one?.choices ?? []).flatMap((a) =>
        (other?.choices ?? []).map((b) => apart(this.choices[a], this.choices[b])),
      ),
    );
    return `${cuts} are ${least} apart: MACS allows ${macs}`;
  }

  /** The keys, the shallow ones first at each position. Only for counts that can be listed. */
  list(macs: number | null): Cuts[] {
    const ways = this.ways(macs);
    const found: Cuts[] = [];
    const cut = (before: Cuts) => {
      const index = before.length;
      if (index === this.left.length) {
        found.push(before);
        return;
      }
      for (const [choice, count] of ways[index] ?? []) {
        const last = before.at(-1);
        if (count > 0 && (last === undefined || this.fits(index - 1, last, choice, macs))) cut([...before, choice]);
      }
    };
    cut([]);
    return found;
  }
}
