/** A key blank in face view and in cross-section; in millimetres. */
import { heads } from './heads.ts';
import type { KeyFamily, Profile } from './keys.ts';
import { letters, lettersWidth, round } from './lettering.ts';
import { box, brass, canvas, circle, closed, edge, hairline, ink, moulded, open, type Point, path } from './strokes.ts';

interface Flute {
  /** Centre and width of the flute as fractions of the blade's width; the centre from -0.5 (back edge) to 0.5. */
  middle: number;
  breadth: number;
  back?: boolean;
}

const flutes: Record<Profile, Flute[]> = {
  plain: [],
  centre: [
    { middle: 0, breadth: 0.26 },
    { middle: 0, breadth: 0.26, back: true },
  ],
  offset: [
    { middle: -0.17, breadth: 0.24 },
    { middle: 0.17, breadth: 0.24, back: true },
  ],
  twin: [
    { middle: -0.22, breadth: 0.18 },
    { middle: 0.22, breadth: 0.18 },
    { middle: 0, breadth: 0.14, back: true },
  ],
  wide: [
    { middle: 0.06, breadth: 0.42 },
    { middle: -0.28, breadth: 0.14, back: true },
    { middle: 0.3, breadth: 0.12, back: true },
  ],
  ladder: [
    { middle: -0.25, breadth: 0.2 },
    { middle: 0.26, breadth: 0.12 },
    { middle: 0.06, breadth: 0.22, back: true },
  ],
  step: [
    { middle: -0.4, breadth: 0.24 },
    { middle: 0.16, breadth: 0.2 },
    { middle: 0.34, breadth: 0.34, back: true },
  ],
  triple: [
    { middle: -0.3, breadth: 0.12 },
    { middle: 0.02, breadth: 0.12 },
    { middle: 0.31, breadth: 0.12 },
    { middle: -0.14, breadth: 0.16, back: true },
    { middle: 0.18, breadth: 0.12, back: true },
  ],
};

/** From the shoulder back to where the head begins. */
export const neck = 5;

/** Outline of the blade from the shoulder (x = 0) to the tip, in millimetres, the upper edge first. */
function bladeOutline({ shape: [blade, [length, width], , , tip] }: KeyFamily): Point[] {
  const half = width / 2;
  if (blade === 'tubular') {
    return [
      [0, -half],
      [length - 0.5, -half],
      [length, -half + 0.5],
      [length, half - 0.5],
      [length - 0.5, half],
      [0, half],
    ];
  }
  const ends: Record<typeof tip, Point[]> = {
    point: [
      [length - half * 0.95, -half],
      [length - 0.3, -0.7],
      [length, -0.3],
      [length, 0.3],
      [length - 0.3, 0.7],
      [length - half * 0.95, half],
    ],
    slant: [
      [length - half * 1.5, -half],
      [length - 0.4, half * 0.42],
      [length, half * 0.62],
      [length - 0.5, half],
    ],
    round: Array.from({ length: 37 }, (_, i): Point => {
      const angle = ((i - 18) / 18) * (Math.PI / 2);
      return [length - half * (1 - Math.cos(angle)), half * Math.sin(angle)];
    }),
    flat: [
      [length - 1.6, -half],
      [length, -half + 1.9],
      [length, half - 1.9],
      [length - 1.6, half],
    ],
  };
  return [[0, -half], ...ends[tip], [0, half]];
}

/** A single-sided key stops at one shoulder and has a straight back; every other kind stops at two. */
function shoulders({ shape: [blade, [, width]] }: KeyFamily): { top: number; bottom: number } {
  const half = width / 2;
  return { top: -half - 1.7, bottom: blade === 'single' ? half : half + 1.7 };
}

/** The key in face view, in millimetres: shoulder at the origin, tip to the right. */
export function keyFace(code: string, family: KeyFamily, scale: number): string {
  const [blade, [length, width], head] = family.shape;
  const line = 3 / scale;
  const thin = 1.5 / scale;
  const outline = heads[head];
  const middle = -neck - outline.reach;
  const { top, bottom } = shoulders(family);
  const parts: string[] = [];

  if (blade === 'tubular') parts.push(tube(family, line, thin));
  else {
    const stem: Point[] = [
      [-neck - 2, top - 0.6],
      [-0.9, top - 0.6],
      [0, top + 0.3],
      ...bladeOutline(family),
      [0, bottom - (bottom > width / 2 ? 0.3 : 0)],
      [-0.9, bottom + (bottom > width / 2 ? 0.6 : 0)],
      [-neck - 2, bottom + (bottom > width / 2 ? 0.6 : 0)],
    ];
    const clip = `blade-${code}`;
    parts.push(path(closed(stem), brass));
    parts.push(`<clipPath id="${clip}"><path d="${closed(stem)}"/></clipPath><g clip-path="url(#${clip})">`);
    parts.push(blade === 'laser' ? groove(length, width, thin) : milling(family, thin));
    parts.push(`</g>${path(closed(stem), 'none', edge, line)}`);
  }
  parts.push(headFace(family, middle, line, thin));
  return parts.join('');
}

/** Flutes of the face; those of the back show as hidden lines. */
function milling({ shape: [, [length, width], , , , profile] }: KeyFamily, thin: number): string {
  return flutes[profile]
    .map(({ middle, breadth, back }) => {
      const [y, h] = [middle * width, breadth * width];
      // The cutter comes out of the metal in an arc behind the shoulder.
      const run = `M${length + 2} ${round(y - h / 2)}L-2 ${round(y - h / 2)}Q-4.4 ${round(y)} -2 ${round(y + h / 2)}L${length + 2} ${round(y + h / 2)}`;
      if (back) return hairline(run, edge, thin, ` stroke-opacity=".55" stroke-dasharray="${thin * 6} ${thin * 5}"`);
      return path(`${run}Z`, edge, edge, thin, ' fill-opacity=".24"');
    })
    .join('');
}

/** A laser blade comes with a shallow guide down its middle and bevels along the edges. */
function groove(length: number, width: number, thin: number): string {
  const wave: Point[] = [];
  for (let x = 2; x <= length - 5; x += 0.5) wave.push([x, Math.sin(x * 0.62) * width * 0.2]);
  const guide = box(-2.5, -width * 0.09, length - 1.5, width * 0.18, width * 0.09);
  const bevels = `M-9 ${round(-width * 0.36)}H${length + 2}M-9 ${round(width * 0.36)}H${length + 2}`;
  return (
    path(guide, edge, edge, thin, ' fill-opacity=".24"') +
    hairline(bevels, edge, thin, ' stroke-opacity=".6"') +
    hairline(open(wave), edge, thin, ` stroke-opacity=".7" stroke-dasharray="${thin * 7} ${thin * 5}"`)
  );
}

function tube(family: KeyFamily, line: number, thin: number): string {
  const [, [length, width]] = family.shape;
  const half = width / 2;
  const collar = box(-neck - 2, -half - 2, neck + 2, width + 4, 0.8);
  const bore = `M${length} ${round(-half * 0.72)}H${length * 0.3}V${round(half * 0.72)}H${length}`;
  const nib = box(length - 4.4, -half - 1.5, 2.6, 1.5, 0.4);
  const rings = [-1.6, -3.2].map((x) => `M${x} ${-half - 2}V${half + 2}`).join('');
  return (
    path(collar, brass, edge, line) +
    hairline(rings, edge, thin) +
    path(nib, brass, edge, line) +
    path(closed(bladeOutline(family)), brass, edge, line) +
    hairline(bore, edge, thin, ` stroke-opacity=".7" stroke-dasharray="${thin * 7} ${thin * 5}"`) +
    hairline(`M${length - 1.2} ${round(-half)}V${round(half)}`, edge, thin)
  );
}

function headFace(family: KeyFamily, middle: number, line: number, thin: number): string {
  const [, , head, material] = family.shape;
  const outline = heads[head];
  const plastic = material === 'plastic';
  const fill = plastic ? moulded : brass;
  const stroke = plastic ? ink : edge;
  const mark = plastic ? canvas : edge;
  const { x, width } = outline.label;
  const name = engravedName(family);
  const height = Math.min(3.2, (3.2 * width) / lettersWidth(name, 3.2));
  const parts = [
    path(outline.body(0) + outline.hole, fill, stroke, line, ' fill-rule="evenodd"'),
    hairline(outline.body(-1.3), plastic ? brass : edge, thin, ' stroke-opacity=".75"'),
    hairline(outline.hole, plastic ? brass : edge, line),
    letters(name, { x, y: height / 2, height, colour: mark, weight: Math.max(height / 8, 0.3), anchor: 'middle' }),
  ];
  if (head === 'fob') parts.push(buttons(thin));
  else if (plastic && family.transponder) {
    // The transponder, seen through the head.
    const capsule = box(x - 5, 4.4, 10, 2.6, 1.3);
    parts.push(hairline(capsule, brass, thin, ` stroke-dasharray="${thin * 5} ${thin * 3.5}"`));
    parts.push(hairline(`M${round(x - 3)} 5.7h3.6`, brass, thin * 2.4));
  }
  return `<g transform="translate(${round(middle)} 0)">${parts.join('')}</g>`;
}

function buttons(thin: number): string {
  return (
    hairline(circle(4, 8.6, 2.6), brass, thin) +
    hairline('M4 7.2v2.8M2.6 8.6h2.8', brass, thin) +
    hairline(circle(4, -8.6, 2.6), brass, thin) +
    hairline('M2.7 -7.9h2.6v-1.6h-2.6ZM3.2 -9.5v-.5a.8 .8 0 0 1 1.6 0v.5', brass, thin)
  );
}

/** Silca's name of the blank, else JMA's, else Ilco's. */
export function engravedName({ blanks: [ilco, jma, , silca] }: KeyFamily): string {
  return silca || jma || ilco;
}

/** The cross-section of the blade, centred on the origin, at `scale` pixels per millimetre. */
export function sectionOutline({ shape: [blade, [, width, thickness], , , , profile] }: KeyFamily): Point[] {
  const [w, t] = [width / 2, thickness / 2];
  if (blade === 'laser') {
    const [g, d] = [width * 0.09, thickness * 0.3];
    const [b, c] = [width * 0.14, thickness * 0.2];
    const face: Point[] = [
      [t - c, -w],
      [t, -w + b],
      [t, -g],
      [t - d, -g],
      [t - d, g],
      [t, g],
      [t, w - b],
      [t - c, w],
    ];
    return [...face, ...[...face].reverse().map(([x, y]): Point => [-x, y])];
  }
  const side = (back: boolean): Point[] => {
    const cut = flutes[profile].filter((flute) => Boolean(flute.back) === back);
    const [floor, slope] = [t - thickness * 0.36, thickness * 0.12];
    const points = cut.flatMap(({ middle, breadth }): Point[] => {
      const [from, to] = [(middle - breadth / 2) * width, (middle + breadth / 2) * width];
      // A flute over the edge has no wall there.
      const near: Point[] =
        from <= -w
          ? [[floor, -w]]
          : [
              [t, from],
              [floor, from + slope],
            ];
      const far: Point[] =
        to >= w
          ? [[floor, w]]
          : [
              [floor, to - slope],
              [t, to],
            ];
      return [...near, ...far];
    });
    const open = (edge: number) => cut.some(({ middle, breadth }) => Math.abs(edge - middle) <= breadth / 2);
    return [...(open(-0.5) ? [] : [[t, -w] as const]), ...points, ...(open(0.5) ? [] : [[t, w] as const])];
  };
  return [
    ...side(false),
    ...side(true)
      .reverse()
      .map(([x, y]): Point => [-x, y]),
  ];
}
