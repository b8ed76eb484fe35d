/**
 * A single-stroke alphabet as an engraving machine cuts it. The rasteriser has no fonts, so drawings letter themselves.
 *
 * Glyphs stand on a grid 4 wide and 6 high; a stroke is a list of points "xy"; `|` separates strokes.
 */
const glyphs: Record<string, string> = {
  A: '06 02 20 42 46|04 44',
  B: '00 30 41 42 33 03|33 44 45 36 06 00',
  C: '45 36 16 05 01 10 30 41',
  D: '00 20 42 44 26 06 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '00 20|10 16|06 26',
  J: '40 45 36 16 05 04',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  // Slashed, as on the shop floor: blanks mix O and 0.
  0: '10 30 41 45 36 16 05 01 10|14 32',
  1: '01 10 16|06 26',
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 44 45 36 16 05|13 33',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 16 05',
  6: '41 30 10 01 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  9: '05 16 36 45 41 30 10 01 02 13 43',
  '-': '03 23',
  '.': '06 06',
  '/': '06 40',
};

const narrow: Record<string, number> = { I: 2, 1: 2, '-': 2, '.': 0, ' ': 2 };
const gap = 1.9;

const advance = (character: string): number => (narrow[character] ?? 4) + gap;

/** Capitals without accents; characters without a glyph become a space. */
function engravable(text: string): string[] {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return [...plain.toUpperCase()].map((character) => (glyphs[character] ? character : ' '));
}

/** Width of `text` in the unit of `height` (the height of its capitals). */
export function lettersWidth(text: string, height: number): number {
  const units = engravable(text).reduce((width, character) => width + advance(character), -gap);
  return (Math.max(units, 0) * height) / 6;
}

interface Lettering {
  x: number;
  /** The baseline. */
  y: number;
  height: number;
  colour: string;
  /** Width of the stroke; a ninth of the height by default. */
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** `text` as one stroked path. */
export function letters(text: string, { x, y, height, colour, weight, anchor = 'start' }: Lettering): string {
  const unit = height / 6;
  const width = lettersWidth(text, height);
  let pen = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  const strokes: string[] = [];
  for (const character of engravable(text)) {
    for (const stroke of glyphs[character]?.split('|') ?? []) {
      const points = stroke.split(' ').map((point) => {
        const [across = 0, down = 0] = [...point].map(Number);
        return `${round(pen + across * unit)} ${round(y - height + down * unit)}`;
      });
      strokes.push(`M${points.join('L')}`);
    }
    pen += advance(character) * unit;
  }
  const drawn = `stroke="${colour}" stroke-width="${round(weight ?? height / 9)}"`;
  return `<path d="${strokes.join('')}" fill="none" ${drawn} stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Rounds to two decimals, to keep the SVG readable. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
