interface Part {
  text: string;
  marked: boolean;
}

/** A character as the search compares it; empty if the search ignores it. */
const plain = (character: string) =>
  character
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Splits `text` into parts; those that match a typed word, or all words joined, are marked. */
export function markedParts(text: string, typed: string): Part[] {
  const characters = [...text];
  const compared = characters.map(plain);
  const squashed = compared.join('');
  // The index in `characters` of each compared character.
  const places = compared.flatMap((letters, place) => [...letters].map(() => place));
  const words = typed.split(/[^\p{L}\p{N}\p{M}]+/u).map((word) => [...word].map(plain).join(''));
  const marked = new Set<number>();
  for (const word of new Set([words.join(''), ...words])) {
    const at = word ? squashed.indexOf(word) : -1;
    if (at < 0) continue;
    const [from = 0, to = 0] = [places[at], places[at + word.length - 1]];
    for (let place = from; place <= to; place++) marked.add(place);
  }
  const parts: Part[] = [];
  for (const [place, character] of characters.entries()) {
    const last = parts.at(-1);
    if (last && last.marked === marked.has(place)) last.text += character;
    else parts.push({ text: character, marked: marked.has(place) });
  }
  return parts;
}
