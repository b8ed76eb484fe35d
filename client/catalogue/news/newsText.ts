import { counted } from '../../components/text/counts';
import { yearRanges } from '../../components/text/yearRanges';
import type { NewsLineFragment } from '../../graphql/generated/news';

type News = Pick<NewsLineFragment, 'kind' | 'make' | 'name' | 'count'> & {
  years: readonly number[];
  fields: readonly string[];
};

/** What it is about: "Honda CB 500 2001–2003", "412 models of Honda", "Key system Honda CMC37". */
export function newsTitle({ kind, make, name, years, count }: News): string {
  if (kind === 'SYSTEM_CHANGED' || kind === 'SYSTEMS_ADDED')
    return name === null ? counted(count, 'key system') : `Key system ${name}`;
  return name === null ? `${counted(count, 'model')} of ${make}` : `${make} ${name} ${yearRanges(years)}`;
}

/** More fields than these are counted. */
const FEW = 8;

function listed(fields: readonly string[]): string {
  const [shown, others] = fields.length > FEW ? [fields.slice(0, FEW - 1), fields.length - FEW + 1] : [fields, 0];
  return others ? `${shown.join(', ')} and ${others} more` : shown.join(', ');
}

/** What has happened to it: "Added", "Corrected: SILCA, Tips", "Removed". */
export function newsText({ kind, fields, count }: News): string {
  switch (kind) {
    case 'ADDED':
    case 'SYSTEMS_ADDED':
      return 'Added';
    case 'REMOVED':
      return 'Removed';
    case 'CHANGED':
      return `Corrected: ${listed(fields)}`;
    case 'SYSTEM_CHANGED':
      return `Corrected: ${listed(fields)}${count > 0 ? `, for ${counted(count, 'model')}` : ''}`;
  }
}
