import { refusal } from '../refusal';
import { MAX_COLUMNS, type SheetHead } from '../sheet';
import { columnOf } from './references';
import type { Zip } from './zipReader';

const MAX_MERGED = 100_000;
/** Longer than the tag of a range. */
const TAG = 1_000;
const RANGE = /<(?:\w+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([A-Za-z]{1,3})(\d{1,7}):([A-Za-z]{1,3})(\d{1,7})["']/g;

/**
 * The merged ranges of a sheet. They follow its rows in the file, but are needed before: so this unpacks the part once
 * without parsing it.
 */
export async function readMerged(zip: Zip, part: string): Promise<SheetHead['merged']> {
  const merged: SheetHead['merged'] = [];
  let text = '';
  for await (const chunk of zip.bytes(part)) {
    // Only Latin letters matter here.
    text += chunk.toString('latin1');
    let end = 0;
    const ranges = text.includes('mergeCell') ? text.matchAll(RANGE) : [];
    for (const { index, 0: tag, 1: left = '', 2: top, 3: right = '', 4: bottom } of ranges) {
      const range = { top: Number(top), left: columnOf(left), bottom: Number(bottom), right: columnOf(right) };
      if (range.left < MAX_COLUMNS) merged.push(range);
      if (merged.length > MAX_MERGED) throw refusal('The sheet has more than 100,000 merged ranges: save it as .csv.');
      end = index + tag.length;
    }
    text = text.slice(Math.max(end, text.length - TAG));
  }
  return merged;
}
