import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import type { Plan } from '../drawing/readMeasures';
import { lockText, wafers } from '../keyData';
import { type Positions, readPositions } from './readPositions';

/** A lock of the bike, as a row of the wafer map. */
export interface LockRow {
  id: string;
  label: string;
  /** As it is called in a sentence: "the cap". */
  said: string;
  /** What the sheet says of its positions; empty if that is nothing. */
  text: string;
  /** Its positions, in order; null if the text does not say for certain. */
  positions: readonly number[] | null;
}

/** The locks with fields of their own: how a sentence calls them, and what else "Locks" may call them. */
const KNOWN = {
  ignition: { said: 'the ignition', names: /^(?:ignition|ign|(?:ignition |main )?switch)(?: lock)?$/ },
  gasCap: { said: 'the cap', names: /^(?:(?:gas|fuel|petrol|tank|filler)(?: (?:cap|lid|tank))?|cap)(?: lock)?$/ },
  seatAux: { said: 'the seat', names: /^(?:seat|aux|auxiliary|seat\/aux)(?: lock)?$/ },
};

/** Which end position 1 is at, and where that is known from. */
export interface FirstEnd {
  end: 'shoulder' | 'tip' | null;
  isFromStop: boolean;
}

/**
 * The end at which position 1 is. Positions have the numbers of their spacings, so the stop and the spacings say it; where the
 * stop is not recorded, codes are taken to begin with position 1.
 */
export function firstEndOf({ positions, isStopGuessed }: Plan, codeDirection: string): FirstEnd {
  if (!isStopGuessed) return { end: positions[0]?.number === 1 ? 'shoulder' : 'tip', isFromStop: true };
  if (codeDirection === 'bow to tip') return { end: 'shoulder', isFromStop: false };
  return { end: codeDirection === 'tip to bow' ? 'tip' : null, isFromStop: false };
}

/** Which end is 1, for people. */
export function endInWords({ end, isFromStop }: FirstEnd, count: number): string {
  if (!end) return 'At which end position 1 is, is not recorded. The drawing has it at the shoulder, which is a guess.';
  const ends = `Position 1 is nearest the ${end}, position ${count} nearest the ${end === 'tip' ? 'shoulder' : 'tip'}`;
  return isFromStop ? `${ends}.` : `${ends}: as codes are read, because the stop is not recorded.`;
}

/** The names in "Locks" of locks that have no field of their own: "Luggage", "Seat/Storage/Gas Cap". */
function namedLocks(locks: string): string[] {
  const names = locks
    .replace(/\([^)]*\)|\b(?:except|but|without|not)\b.*/gi, '')
    .split(/[/,;&+]|\band\b/i)
    .map((name) => name.trim())
    .filter((name) => name && !/^(?:all(?: locks)?|others?|key \d+)$/i.test(name));
  return names.filter(
    (name, index) =>
      !Object.values(KNOWN).some((known) => known.names.test(name.toLowerCase())) &&
      names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
}

const SAME_AS = /^(?:the )?(?:same )?as (?:the )?(.+?)\.?$/i;

/** The rows of the wafer map: the locks with fields of their own, and those that "Locks" names. */
export function lockRows(model: KeyDataFragment, key: Positions): LockRow[] {
  const known = wafers.data.map(({ name, sheetLabel, read }): LockRow => {
    const text = read(model).trim();
    const { said } = KNOWN[name as keyof typeof KNOWN];
    return { id: name, label: sheetLabel, said, text, positions: readPositions(text, key) };
  });
  const rows = known.map((row) => {
    const other = SAME_AS.exec(row.text)?.[1]?.toLowerCase() ?? '';
    const same = known.find(({ id }) => id !== row.id && KNOWN[id as keyof typeof KNOWN].names.test(other));
    return same ? { ...row, positions: same.positions } : row;
  });
  const named = namedLocks(lockText.read(model)).map((name): LockRow => {
    const said = `the ${name.toLowerCase()}`;
    return { id: `lock ${name.toLowerCase()}`, label: name, said, text: '', positions: null };
  });
  return [...rows, ...named];
}

/** The positions that a key of this bike must have cut: those of its locks; all, if the ignition's are not known. */
export function cutPositions(rows: readonly LockRow[], count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const [ignition] = rows;
  if (!ignition?.positions?.length) return all;
  return all.filter((position) => rows.some(({ positions }) => positions?.includes(position)));
}
