/** The parts of all drawings: the brand colours, paths and the ornamental cut profile. */
import { round } from './lettering.ts';

export const blue = '#2B3F8C';
export const brass = '#D8B65C';
export const edge = '#6B4C0E';
export const canvas = '#F3F5F7';
export const ink = '#141C24';
export const moulded = '#26313C';

export type Point = readonly [x: number, y: number];

export const at = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
export const open = (points: Point[]): string => `M${points.map(at).join('L')}`;
export const closed = (points: Point[]): string => `${open(points)}Z`;

export function path(d: string, fill: string, stroke = 'none', width = 0, more = ''): string {
  const line = stroke === 'none' ? '' : ` stroke="${stroke}" stroke-width="${round(width)}" stroke-linejoin="round"`;
  return `<path d="${d}" fill="${fill}"${line}${more}/>`;
}

export const hairline = (d: string, colour = blue, width = 1.5, more = ''): string =>
  path(d, 'none', colour, width, more);
export const centreLine = ' stroke-dasharray="26 7 5 7"';
export const hidden = ' stroke-dasharray="9 7"';

export function circle(x: number, y: number, r: number): string {
  const [left, right] = [round(x - r), round(x + r)];
  return `M${left} ${round(y)}A${round(r)} ${round(r)} 0 1 0 ${right} ${round(y)}A${round(r)} ${round(r)} 0 1 0 ${left} ${round(y)}Z`;
}

export function box(x: number, y: number, width: number, height: number, radius: number): string {
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
export function cuts(name: string, x: number, end: number, y: number, pitch: number, step: number): Point[] {
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

export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}
