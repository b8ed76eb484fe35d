import { suggestedFields } from '../../../export/sheetColumns';
import { SYSTEM_DATA } from '../../../keyData';

/** What a column of a list of key systems holds. */
export type SystemColumn =
  | { is: 'name' | 'notes' | 'source' | 'checkedBy' | 'checkedAt' }
  /** A text that has its own column, or one measure, as our own complete sheets have them. */
  | { is: 'text'; of: (typeof SYSTEM_DATA)[number] }
  /** The position of a cut, from 1; also those that a key system has no place for. */
  | { is: 'space'; place: number }
  /** All positions in one cell. */
  | { is: 'spaces' }
  /** The 1x measure of the depth with this name. */
  | { is: 'depth'; name: string }
  /** All depths in one cell: 1=.276 2=.244 3=.213. */
  | { is: 'depths' };

const SPACE = /^(?:space|spacing|position|cut)s?\s*0*(\d{1,2})$/i;
const SPACES = /^(?:space|spacing|position|cut)s?$/i;
const DEPTH = /^(?:depths?\s+)?([0-9a-z])$/i;
const DEPTHS = /^depths?(?:\s*\(.*\))?$/i;
const NAME = /^(?:name|(?:key )?systems?|use|used (?:for|by)|applications?)$/i;

const byName = new Map(SYSTEM_DATA.map((text) => [text.name, text]));

/** By their place, what the columns with these headings hold; null for those that are not read. */
export function systemColumns(headings: readonly string[]): (SystemColumn | null)[] {
  const fields = suggestedFields(headings);
  return headings.map((heading, index) => columnOf(heading.trim(), fields[index] ?? null));
}

function columnOf(heading: string, field: string | null): SystemColumn | null {
  const place = SPACE.exec(heading)?.[1];
  if (place) return { is: 'space', place: Number(place) };
  if (SPACES.test(heading)) return { is: 'spaces' };
  const name = DEPTH.exec(heading)?.[1];
  if (name) return { is: 'depth', name: name.toUpperCase() };
  if (DEPTHS.test(heading)) return { is: 'depths' };
  const text = byName.get(field ?? '');
  if (text) return { is: 'text', of: text };
  if (NAME.test(heading) || field === 'name') return { is: 'name' };
  if (field === 'tips') return { is: 'notes' };
  return field === 'source' || field === 'checkedBy' || field === 'checkedAt' ? { is: field } : null;
}
