/** The pictures of the demo catalogue: SVG of paths and shapes alone, drawn from what `keys.ts` says of a blank. */
import { engravedName, keyFace, neck, sectionOutline } from './blank.ts';
import { heads } from './heads.ts';
import { type KeyFamily, keyFamilies } from './keys.ts';
import { letters, lettersWidth, round } from './lettering.ts';
import {
  blue,
  box,
  brass,
  canvas,
  centreLine,
  circle,
  closed,
  cuts,
  edge,
  hairline,
  hidden,
  open,
  type Point,
  path,
  svg,
} from './strokes.ts';

const sheet = { width: 1200, height: 800 };
const footHeight = 84;

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

/** Ground, title and foot, the same on every sheet. */
function onSheet(code: string, family: KeyFamily, view: string, content: string): string {
  const [ilco, jma, jet] = family.blanks;
  const top = sheet.height - footHeight;
  const profile = cuts(code, 0, sheet.width, top, 75, 6);
  const others = [ilco, jma, jet].filter((name) => name && name !== engravedName(family)).join('  -  ');
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

/** A ruler in millimetres from the shoulder, with its edge at `y`. */
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

/** The whole blank in face view, above a ruler that starts at the shoulder. */
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

/** End view of a tubular key: the ring, the nib and seven pin positions, numbered clockwise. */
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

/** The head enlarged, broken off behind the shoulder, and the cross-section of the blade. */
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
  // A freehand break line, as in technical drawings.
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
