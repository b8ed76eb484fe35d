/** The heads of keys, in millimetres from their centre, with the blade to the right. */
import type { Head } from './keys.ts';
import { at, box, circle, closed, type Point } from './strokes.ts';

interface Outline {
  /** A closed path, in millimetres from the head's centre. */
  body: (grow: number) => string;
  hole: string;
  /** Half of the length along the key. */
  reach: number;
  /** Centre and available space of the engraved name. */
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

export const heads: Record<Head, Outline> = {
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
    label: { x: 2.8, width: 12.6 },
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
    label: { x: 2.6, width: 13.4 },
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
