import type { SystemDataFragment } from '../../graphql/generated/systems';

/** How many cuts a key has. */
export const countOfCuts = ({ spacing }: Pick<SystemDataFragment, 'spacing'>) => spacing.filter(Boolean).length;

/** The place of a name that is one letter or a number among others like it. */
const placeOf = (name: string) => (/^\d+$/.test(name) ? Number(name) : name.length === 1 ? name.charCodeAt(0) : NaN);

/** What the depths are called, in their order: "1–4", "4–1", "A–D"; or each, where something is left out: "1, 3, 5". */
export function depthsText({ depth }: Pick<SystemDataFragment, 'depth'>): string {
  const names = depth.flatMap(({ name, oneX, twoX }, row) => (oneX || twoX ? [name || String(row + 1)] : []));
  const places = names.map(placeOf);
  const step = (places[1] ?? 0) - (places[0] ?? 0);
  const isRun =
    names.length > 2 &&
    Math.abs(step) === 1 &&
    places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) === step);
  return isRun ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}
