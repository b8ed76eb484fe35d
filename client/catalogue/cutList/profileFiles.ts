import type { Shapes, Words } from './profileShapes';

/** To a ten-thousandth of a millimetre, without useless zeros. */
const number = (value: number) => String(Math.round(value * 10_000) / 10_000 || 0);

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** An SVG at 1:1: its units are millimetres. The letters of its font are 0.7 of the font's size. */
export function svgOf({ lines, words, left, right, bottom, top }: Shapes): string {
  const [width, height] = [number(right - left), number(top - bottom)];
  const at = ([x, y]: readonly [number, number]) => `${number(x - left)},${number(top - y)}`;
  const text = ({ at: [x, y], height: letters, text: content }: Words) =>
    `<text x="${number(x - left)}" y="${number(top - y)}" font-size="${number(letters / 0.7)}">${escaped(content)}</text>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    '<g fill="none" stroke="black" stroke-width="0.1">',
    ...lines.map(({ layer, points }) => `<polyline class="${layer}" points="${points.map(at).join(' ')}"/>`),
    '</g>',
    '<g font-family="sans-serif" fill="black">',
    ...words.map(text),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** DXF's texts are ASCII: other characters are written by their number. No line may break. */
const ascii = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[^ -~]/g, (sign) => `\\U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

const LAYERS = ['PROFILE', 'STOP', 'CUTS', 'CHECK', 'TEXT'];

type Pair = readonly [code: number, value: string | number];

const point = (x: number, y: number, first = 10): Pair[] => [
  [first, number(x)],
  [first + 10, number(y)],
  [first + 20, '0'],
];
const section = (name: string, pairs: Pair[]): Pair[] => [[0, 'SECTION'], [2, name], ...pairs, [0, 'ENDSEC']];
const table = (name: string, entries: Pair[][]): Pair[] => [
  [0, 'TABLE'],
  [2, name],
  [70, entries.length],
  ...entries.flat(),
  [0, 'ENDTAB'],
];

/** A DXF (release 12, which every program reads) in millimetres. Each edge is a polyline. */
export function dxfOf({ lines, words, left, right, bottom, top }: Shapes): string {
  const pairs: Pair[] = [
    ...section('HEADER', [
      [9, '$ACADVER'],
      [1, 'AC1009'],
      [9, '$INSUNITS'],
      [70, 4],
      [9, '$MEASUREMENT'],
      [70, 1],
      [9, '$EXTMIN'],
      ...point(left, bottom),
      [9, '$EXTMAX'],
      ...point(right, top),
    ]),
    ...section('TABLES', [
      ...table('LTYPE', [
        [
          [0, 'LTYPE'],
          [2, 'CONTINUOUS'],
          [70, 0],
          [3, 'Solid line'],
          [72, 65],
          [73, 0],
          [40, '0'],
        ],
      ]),
      ...table(
        'LAYER',
        LAYERS.map((layer): Pair[] => [
          [0, 'LAYER'],
          [2, layer],
          [70, 0],
          [62, 7],
          [6, 'CONTINUOUS'],
        ]),
      ),
    ]),
    ...section('ENTITIES', [
      ...lines.flatMap(({ layer, points }): Pair[] => [
        [0, 'POLYLINE'],
        [8, layer],
        [66, 1],
        ...point(0, 0),
        [70, 0],
        ...points.flatMap(([x, y]): Pair[] => [[0, 'VERTEX'], [8, layer], ...point(x, y)]),
        [0, 'SEQEND'],
        [8, layer],
      ]),
      ...words.flatMap(({ layer, at: [x, y], height, text }): Pair[] => [
        [0, 'TEXT'],
        [8, layer],
        ...point(x, y),
        [40, number(height)],
        [1, ascii(text)],
      ]),
    ]),
    [0, 'EOF'],
  ];
  return pairs.map(([code, value]) => `${String(code).padStart(3)}\r\n${value}\r\n`).join('');
}
