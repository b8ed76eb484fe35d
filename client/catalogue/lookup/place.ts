import { textKey } from '../../components/text/textKey';
import type { LookupMode as GraphMode } from '../../graphql/generated/catalogue';
import type { LookupMode, LookupPlace } from '../../paths';

const isMode = (mode: string | null): mode is LookupMode => mode === 'year' || mode === 'model';

/** The place in the lookup that a URL names; null if company or mode is missing or invalid. */
export function placeOf(params: URLSearchParams): LookupPlace | null {
  const make = params.get('company');
  const mode = params.get('m');
  if (!make || !isMode(mode)) return null;
  const id = params.get('id');
  const compare = params.get('compare');
  return {
    make,
    mode,
    value: params.get('value'),
    id,
    compare: compare === id ? null : compare,
    code: params.get('code'),
    q: params.get('q'),
  };
}

export const graphMode = (mode: LookupMode): GraphMode => (mode === 'year' ? 'YEAR' : 'MODEL');

/** The text of a sub-item: the model below a year, the year below a model (docs/look.md, "Lookup"). */
export const subItemText = (mode: LookupMode, model: { name: string; year: number }) =>
  mode === 'year' ? model.name : String(model.year);

/** Of each sub-item, its place among those that look the same, from 1: they are the keys of one bike. */
export function placesAmongEqual(mode: LookupMode, models: readonly { name: string; year: number }[]): number[] {
  const counts = new Map<string, number>();
  return models.map((model) => {
    const text = textKey(subItemText(mode, model));
    const place = (counts.get(text) ?? 0) + 1;
    counts.set(text, place);
    return place;
  });
}
