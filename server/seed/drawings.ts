/** The pictures of the demo catalogue: SVG of paths and shapes alone, drawn from what `keys.ts` says of a blank. */
import { type Head, type KeyFamily, keyFamilies, type Profile } from './keys.ts';
import { letters, lettersWidth, round } from './lettering.ts';

const blue = '#2B3F8C';
const brass = '#D8B65C';
const edge = '#6B4C0E';
const canvas = '#F3F5F7';
const ink = '#141C24';
const moulded = '#26313C';

const sheet = { width: 1200, height: 800 };
const footHeight = 84;

// ---------------------------------------------------------------- small marks

type Point = readonly [x: number, y: number];

const at = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
const open = (points: Point[]): string => `M${points.map(at).join('L')}`;
const closed = (points: Point[]): string => `${open(points)}Z`;

function path(d: string, fill: string, stroke = 'none', width = 0, more = ''): string {
  const line = stroke === 'none' ? '' : ` stroke="${stroke}" stroke-width="${round(width)}" stroke-linejoin="round"`;
  return `<path d="${d}" fill="${fill}"${line}${more}/>`;
}

const hairline = (d: string, colour = blue, width = 1.5, more = ''): string => path(d, 'none', colour, width, more);
const centreLine = ' stroke-dasharray="26 7 5 7"';
const hidden = ' stroke-dasharray="9 7"';

function circle(x: number, y: number, r: number): string {
  const [left, right] = [round(x - r), round(x + r)];
  return `M${left} ${round(y)}A${round(r)} ${round(r)} 0 1 0 ${right} ${round(y)}A${round(r)} ${round(r)} 0 1 0 ${left} ${round(y)}Z`;
}

function box(x: number, y: number, width: number, height: number, radius: number): string {
  const r = round(Math.min(radius, width / 2, height / 2));
  const [w, h] = [round(width - 2 * r), round(height - 2 * r)];
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  return `M${round(x + r)} ${round(y)}h${w}${turn(1, 1)}v${h}${turn(-1, 1)}h${-w}${turn(-1, -1)}v${-h}${turn(1, -1)}Z`;
}

/** The same number for the same text, from 0 up to `below`. */
function seeded(text: string): (below: number) => number {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** A cut profile from `x` to `end`: flats at depths 0 to 4 steps below `y`, joined by 45 degree flanks. */
function cuts(name: string, x: number, end: number, y: number, pitch: number, step: number): Point[] {
  const next = seeded(name);
  const points: Point[] = [[x, y]];
  let depth = 0;
  for (let left = x + pitch / 2; left + pitch < end; left += pitch) {
    const deeper = 1 + next(4);
    points.push([left, y + depth * step]);
    points.push([left + Math.abs(deeper - depth) * step, y + deeper * step]);
    depth = deeper;
  }
  return [...points, [end, y + depth * step]];
}

// ---------------------------------------------------------------- marks of the makes

/** "Harley-Davidson" is HD, "BMW" stays, "MV Agusta" is MV, "Honda" is HO. */
function initials(displayName: string): string {
  const words = displayName.split(/[\s-]+/);
  const [first = ''] = words;
  if (/^[A-Z]{2,3}$/.test(first)) return first;
  if (words.length > 1) return words.map((word) => word.charAt(0)).join('');
  const capitals = first.match(/^[A-Z]{2,}(?=[A-Z][a-z])/)?.[0] ?? first.replace(/[^A-Z]/g, '');
  return (capitals.length === 2 ? capitals : first.slice(0, 2)).toUpperCase();
}

/** A square mark, 256×256, for a make: its initials engraved. */
export function makeIcon(displayName: string): string {
  const text = initials(displayName);
  const height = Math.min(104, (104 * 184) / lettersWidth(text, 104));
  const blade = cuts(displayName, 0, 256, 196, 32, 7);
  return svg(
    256,
    256,
    path(box(0, 0, 256, 256, 8), blue) +
      letters(text, { x: 128, y: 94 + height / 2, height, weight: 8 + height / 12, colour: canvas, anchor: 'middle' }) +
      path(closed([...blade, [256, 256], [0, 256]]), brass) +
      path(open(blade), 'none', edge, 5),
  );
}

// ---------------------------------------------------------------- the blank

interface Flute {
  /** Middle and breadth across the blade, as parts of its width; the middle from -0.5 (back edge) to 0.5. */
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

interface Outline {
  /** Closed, in millimetres about the head's own middle. */
  body: (grow: number) => string;
  hole: string;
  /** Half of the length along the key. */
  reach: number;
  /** Middle and room of the engraved name. */
  label: { x: number; width: number };
}

function polygon(points: Point[], grow: number): string {
  const most = Math.max(...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  return closed(points.map(([x, y]) => [x * (1 + grow / most), y * (1 + grow / most)]));
}

/** Quarter-round corners of radius `r` on the polygon `points`. */
function softened(points: Point[], radius: number, grow: number): string {
  const most = Math.max(...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  const p = points.map(([x, y]): Point => [x * (1 + grow / most), y * (1 + grow / most)]);
  const towards = ([x, y]: Point, [u, v]: Point): Point => {
    const part = Math.min(0.5, radius / Math.hypot(u - x, v - y));
    return [x + (u - x) * part, y + (v - y) * part];
  };
  const corners = p.map((corner, i) => {
    const before = p.at(i - 1) as Point;
    const after = p[(i + 1) % p.length] as Point;
    return `${i ? 'L' : 'M'}${at(towards(corner, before))}Q${at(corner)} ${at(towards(corner, after))}`;
  });
  return `${corners.join('')}Z`;
}

const heads: Record<Head, Outline> = {
  round: {
    body: (grow) => circle(0, 0, 12.5 + grow),
    hole: circle(-8, 0, 2.5),
    reach: 12.4,
    label: { x: 3.2, width: 12.5 },
  },
  oval: {
    body: (grow) => {
      const [rx, ry] = [11 + grow, 14 + grow];
      return `M${-rx} 0A${rx} ${ry} 0 1 1 ${rx} 0A${rx} ${ry} 0 1 1 ${-rx} 0Z`;
    },
    hole: box(-8.4, -4.5, 3.6, 9, 1.8),
    reach: 10.9,
    label: { x: 2.7, width: 11.5 },
  },
  square: {
    body: (grow) => box(-11.5 - grow, -11.5 - grow, 23 + 2 * grow, 23 + 2 * grow, 3.4),
    hole: box(-9, -5, 3.6, 10, 1.8),
    reach: 11.5,
    label: { x: 2.4, width: 13.5 },
  },
  octagon: {
    body: (grow) =>
      polygon(
        [
          [-12, -5.6],
          [-6.4, -12],
          [6.4, -12],
          [12, -5.6],
          [12, 5.6],
          [6.4, 12],
          [-6.4, 12],
          [-12, 5.6],
        ],
        grow,
      ),
    hole: circle(-8, 0, 2.3),
    reach: 12,
    label: { x: 3, width: 13 },
  },
  keystone: {
    body: (grow) =>
      softened(
        [
          [-12.5, -13.4],
          [12.5, -7.6],
          [12.5, 7.6],
          [-12.5, 13.4],
        ],
        4,
        grow,
      ),
    hole: box(-10, -6, 3.6, 12, 1.8),
    reach: 12.5,
    label: { x: 2.6, width: 14.5 },
  },
  clover: {
    // Three lobes, a waist towards the blade.
    body: (grow) =>
      closed(
        Array.from({ length: 120 }, (_, i): Point => {
          const angle = (i / 60) * Math.PI;
          const r = 11.6 - 1.9 * Math.cos(3 * angle) + grow;
          return [1.9 + r * Math.cos(angle), r * Math.sin(angle)];
        }),
      ),
    hole: circle(-7.4, 0, 2.2),
    reach: 11.6,
    label: { x: 3, width: 12.5 },
  },
  wing: {
    body: (grow) => {
      const g = grow;
      return `M${-13 - g} ${-9 - g}Q${-12 - g} ${-13.6 - g} ${-7} ${-13.4 - g}Q2 ${-13 - g} 6 ${-9.4 - g}Q9 ${-6.8 - g} ${12.5 + g} ${-6.6 - g}L${12.5 + g} ${6.6 + g}Q9 ${6.8 + g} 6 ${9.4 + g}Q2 ${13 + g} -7 ${13.4 + g}Q${-12 - g} ${13.6 + g} ${-13 - g} ${9 + g}Q${-14.4 - g} 0 ${-13 - g} ${-9 - g}Z`;
    },
    hole: box(-10.6, -5.4, 3.4, 10.8, 1.7),
    reach: 12.5,
    label: { x: 2, width: 14 },
  },
  pill: {
    body: (grow) => box(-15 - grow, -10 - grow, 30 + 2 * grow, 20 + 2 * grow, 10 + grow),
    hole: circle(-10, 0, 2.4),
    reach: 14.9,
    label: { x: 2.6, width: 16 },
  },
  fob: {
    body: (grow) => box(-21 - grow, -15 - grow, 42 + 2 * grow, 30 + 2 * grow, 8 + grow),
    hole: box(-18.6, -4.6, 3, 9.2, 1.5),
    reach: 21,
    label: { x: 4, width: 18 },
  },
};

/** From the shoulder back to where the head begins. */
const neck = 5;

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
    round: Array.from({ length: 13 }, (_, i): Point => {
      const angle = ((i - 6) / 6) * (Math.PI / 2);
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

/** The key from its face, in millimetres: shoulder at the origin, tip to the right. */
function keyFace(code: string, family: KeyFamily, scale: number): string {
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
  for (let x = 2; x <= length - 5; x += 0.5) wave.push([x, Math.sin(x * 0.62) * width * 0.13]);
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

/** Silca's name of the blank, or whatever stands in its place. */
function engravedName({ blanks: [ilco, jma, , silca] }: KeyFamily): string {
  return silca || jma || ilco;
}

// ---------------------------------------------------------------- sheets

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** Ground, title and foot, the same on every sheet. */
function onSheet(code: string, family: KeyFamily, view: string, content: string): string {
  const [ilco, jma, jet] = family.blanks;
  const top = sheet.height - footHeight;
  const profile = cuts(code, 0, sheet.width, top, 75, 6);
  const others = [ilco, jma, jet].filter(Boolean).join('  -  ');
  const foot = sheet.height - 24;
  return svg(
    sheet.width,
    sheet.height,
    path(`M0 0H${sheet.width}V${sheet.height}H0Z`, canvas) +
      letters(engravedName(family), { x: 56, y: 108, height: 52, weight: 6, colour: blue }) +
      letters(others, { x: 58, y: 152, height: 18, weight: 2, colour: blue }) +
      letters(view, { x: sheet.width - 56, y: 74, height: 18, weight: 2, colour: blue, anchor: 'end' }) +
      content +
      path(closed([...profile, [sheet.width, sheet.height], [0, sheet.height]]), blue) +
      letters(code, { x: 56, y: foot, height: 18, weight: 2.4, colour: canvas }) +
      letters('SAMPLE - DO NOT CUT FROM IT', {
        x: sheet.width - 56,
        y: foot,
        height: 18,
        weight: 2.4,
        colour: canvas,
        anchor: 'end',
      }),
  );
}

/** A rule in millimetres from the shoulder, `y` being its edge. */
function rule(x: number, y: number, length: number, scale: number): string {
  const marks: string[] = [];
  const numbers: string[] = [];
  for (let mm = 0; mm <= length; mm++) {
    const tall = mm % 10 === 0 ? 26 : mm % 5 === 0 ? 18 : 10;
    marks.push(`M${round(x + mm * scale)} ${y}v${tall}`);
    if (mm % 10 === 0) {
      numbers.push(
        letters(String(mm), { x: x + mm * scale, y: y + 52, height: 16, weight: 2, colour: blue, anchor: 'middle' }),
      );
    }
  }
  return hairline(`M${round(x)} ${y}h${round(length * scale)}${marks.join('')}`) + numbers.join('');
}

/** The whole blank from its face, over a rule that starts at the shoulder. */
function blankSheet(code: string, family: KeyFamily): string {
  const [, [length], head] = family.shape;
  const { reach } = heads[head];
  const whole = neck + 2 * reach + length;
  const scale = Math.min(14.5, 960 / whole);
  const x = 600 + (neck + 2 * reach - length) * 0.5 * scale;
  const y = 396;
  const ruleTop = 628;
  const span = Math.ceil(length / 5) * 5;
  const left = round(x - (neck + 2 * reach) * scale);
  // Broken off at the head, which carries the name.
  const axis = `M${round(left - 26)} ${y}H${round(left - 6)}M${round(x - neck * scale + 12)} ${y}H${round(x + (length + 3) * scale)}`;
  const drops = [0, length].map((mm) => `M${round(x + mm * scale)} ${y - 78}V${ruleTop - 10}`).join('');
  return onSheet(
    code,
    family,
    'BLANK',
    hairline(drops, blue, 1.5) +
      `<g transform="translate(${round(x)} ${y}) scale(${round(scale)})">${keyFace(code, family, scale)}</g>` +
      hairline(axis, blue, 1.5, centreLine) +
      rule(x, ruleTop, span, scale),
  );
}

/** A dimension between two points of a line along y (`down`) or along x, its figure beside it. */
function dimension(from: Point, length: number, down: boolean, figure: number): string {
  const [x, y] = from;
  const end: Point = down ? [x, y + length] : [x + length, y];
  const arrow = ([u, v]: Point, sign: number) =>
    down
      ? closed([
          [u, v],
          [u - 5, v + 16 * sign],
          [u + 5, v + 16 * sign],
        ])
      : closed([
          [u, v],
          [u + 16 * sign, v - 5],
          [u + 16 * sign, v + 5],
        ]);
  const text = figure.toFixed(1);
  // Too short for arrows within: they point inwards from outside.
  const inside = length > 70;
  const line = inside ? open([from, end]) : down ? `M${x} ${y - 40}V${end[1] + 40}` : `M${x - 40} ${y}H${end[0] + 40}`;
  const place = down
    ? { x: x - 18, y: y + length / 2 + 11, anchor: 'end' as const }
    : { x: x + length / 2, y: y - 20, anchor: 'middle' as const };
  return (
    hairline(line) +
    path(arrow(from, inside ? 1 : -1) + arrow(end, inside ? -1 : 1), blue) +
    letters(text, { ...place, height: 22, weight: 2.4, colour: blue })
  );
}

/** The blade cut across, `scale` pixels a millimetre about the origin. */
function sectionOutline({ shape: [blade, [, width, thickness], , , , profile] }: KeyFamily): Point[] {
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
    const points: Point[] = [[t, -w]];
    for (const { middle, breadth } of flutes[profile].filter((flute) => Boolean(flute.back) === back)) {
      const [from, to] = [Math.max((middle - breadth / 2) * width, -w), Math.min((middle + breadth / 2) * width, w)];
      const floor = t - thickness * 0.36;
      const slope = thickness * 0.12;
      points.push([t, from], [floor, from + (from > -w ? slope : 0)], [floor, to - (to < w ? slope : 0)], [t, to]);
    }
    return [...points, [t, w]];
  };
  return [
    ...side(false),
    ...side(true)
      .reverse()
      .map(([x, y]): Point => [-x, y]),
  ];
}

function hatch(size: number, step: number): string {
  const lines: string[] = [];
  for (let offset = -2 * size; offset <= 2 * size; offset += step)
    lines.push(`M${offset - size} ${size}l${2 * size} ${-2 * size}`);
  return lines.join('');
}

function sectionView(code: string, family: KeyFamily, x: number, y: number): string {
  const [blade, [, width, thickness]] = family.shape;
  if (blade === 'tubular') return endView(family, x, y);
  const scale = 330 / width;
  const [w, t] = [(width * scale) / 2, (thickness * scale) / 2];
  const outline = closed(sectionOutline(family).map(([u, v]): Point => [u * scale, v * scale]));
  const clip = `section-${code}`;
  const extensions = `M${-t - 12} ${-w}H${-t - 108}M${-t - 12} ${w}H${-t - 108}M${-t} ${-w - 12}V${-w - 66}M${t} ${-w - 12}V${-w - 66}`;
  return (
    `<g transform="translate(${x} ${y})">` +
    path(outline, brass) +
    `<clipPath id="${clip}"><path d="${outline}"/></clipPath>` +
    `<g clip-path="url(#${clip})">${hairline(hatch(200, 17), edge, 1.5)}</g>` +
    hairline(outline, edge, 4) +
    hairline(`M0 ${-w - 34}V${w + 34}`, blue, 1.5, centreLine) +
    hairline(extensions) +
    dimension([-t - 96, -w], 2 * w, true, width) +
    dimension([-t, -w - 54], 2 * t, false, thickness) +
    '</g>'
  );
}

/** A tubular key from its end: the ring, the nib, seven places for pins, numbered clockwise. */
function endView({ shape: [, [, width]], wafers: [pins] }: KeyFamily, x: number, y: number): string {
  const r = 150;
  const count = pins ? 7 : 0;
  const places = Array.from({ length: count }, (_, i): Point => {
    const angle = ((i + 0.5) / count) * 2 * Math.PI - Math.PI / 2;
    return [Math.cos(angle), Math.sin(angle)];
  });
  const ring = (radius: number) => circle(0, 0, radius);
  return (
    `<g transform="translate(${x} ${y})">` +
    path(box(-22, -r - 40, 44, 56, 5), brass, edge, 4) +
    path(ring(r) + ring(r * 0.7), brass, edge, 4, ' fill-rule="evenodd"') +
    hairline(
      `M0 ${-r - 70}V${-r * 0.4}M0 -14V14M-14 0H14M${-r - 40} 0H${-r - 6}M${r + 6} 0H${r + 40}M0 ${r + 6}V${r + 26}`,
      blue,
      1.5,
      centreLine,
    ) +
    hairline(ring(r * 0.85), edge, 1.5, hidden) +
    places.map(([u, v]) => path(circle(u * r * 0.85, v * r * 0.85, 15), canvas, edge, 3)).join('') +
    places
      .map(([u, v], i) =>
        letters(String(i + 1), {
          x: u * r * 0.54,
          y: v * r * 0.54 + 10,
          height: 20,
          weight: 2.4,
          colour: blue,
          anchor: 'middle',
        }),
      )
      .join('') +
    hairline(`M${-r} 20V${r + 92}M${r} 20V${r + 92}`) +
    dimension([-r, r + 82], 2 * r, false, width) +
    '</g>'
  );
}

/** The head enlarged, broken off behind the shoulder, and the blade cut across. */
function sectionSheet(code: string, family: KeyFamily): string {
  const [, [, width], head] = family.shape;
  const { reach } = heads[head];
  const shown = 9;
  const scale = Math.min(17, 560 / (neck + 2 * reach + shown));
  const x = 76 + (neck + 2 * reach) * scale;
  const y = 424;
  const half = (width / 2 + 2) * scale;
  const end = x + shown * scale;
  const clip = `head-${code}`;
  // Freehand break, as draughtsmen end what goes on.
  const brk = `M${round(end)} ${round(y - half)}q16 ${round(half / 2)} 0 ${round(half)}t0 ${round(half)}`;
  const frame = `M0 170H${round(end)}V${round(y - half)}q16 ${round(half / 2)} 0 ${round(half)}t0 ${round(half)}V716H0Z`;
  const cut = x + 5 * scale;
  const reachOfCut = half + 34;
  return onSheet(
    code,
    family,
    family.shape[0] === 'tubular' ? 'HEAD AND END' : 'HEAD AND SECTION A-A',
    `<clipPath id="${clip}"><path d="${frame}"/></clipPath><g clip-path="url(#${clip})">` +
      `<g transform="translate(${round(x)} ${y}) scale(${round(scale)})">${keyFace(`${code}-head`, family, scale)}</g></g>` +
      hairline(brk, edge, 2) +
      (family.shape[0] === 'tubular'
        ? ''
        : hairline(`M${round(cut)} ${round(y - reachOfCut)}V${round(y + reachOfCut)}`, blue, 2, centreLine) +
          letters('A', { x: cut, y: y - reachOfCut - 12, height: 20, weight: 2.6, colour: blue, anchor: 'middle' }) +
          letters('A', { x: cut, y: y + reachOfCut + 32, height: 20, weight: 2.6, colour: blue, anchor: 'middle' })) +
      sectionView(code, family, 950, y),
  );
}

// ---------------------------------------------------------------- what the catalogue takes

/** Ids of the drawings of a key family. */
export function drawingsOf(code: string): string[] {
  const name = code.toLowerCase();
  return [`${name}-blank`, `${name}-section`];
}

/** Every drawing of model images by id, 1200×800; the ids are those of `drawingsOf`. */
export function modelDrawings(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(keyFamilies).flatMap(([code, family]) => {
      const [blank = '', section = ''] = drawingsOf(code);
      return [
        [blank, blankSheet(code, family)],
        [section, sectionSheet(code, family)],
      ];
    }),
  );
}
