/** Markers of the JPEG standard, ITU-T T.81, table B.1. */
const FRAME = 0xc2;
const SCAN = 0xda;
const END = 0xd9;
/** Zeros after a data byte of 255, restarts, the start of a picture: no segment follows them. */
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Whether a progressive JPEG lacks scans, so that it is coarser than the picture that was taken. The decoder does not notice:
 * to it, a file that was cut off between two scans is whole. False for other JPEGs.
 */
export function lacksScans(jpeg: Buffer): boolean {
  /** For each component, how many low bits of each of its 64 coefficients are missing: "Al" of the latest scan with it. */
  const toCome = new Map<number | undefined, number[]>();
  let at = 0;
  for (;;) {
    at = jpeg.indexOf(0xff, at);
    const marker = jpeg[at + 1];
    if (at < 0 || marker === undefined || marker === END) break;
    at += marker === 0xff ? 1 : 2;
    if (marker === 0xff || isAlone(marker) || at + 2 > jpeg.length) continue;
    const length = jpeg.readUInt16BE(at);
    const segment = jpeg.subarray(at + 2, at + length);
    at += length;
    // A file may claim more components than it has bytes for: each loop ends with its segment.
    if (marker === FRAME && toCome.size === 0) {
      const end = Math.min(6 + 3 * (segment[5] ?? 0), segment.length);
      for (let i = 6; i < end; i += 3) toCome.set(segment[i], Array(64).fill(Infinity));
    } else if (marker === SCAN) {
      const end = Math.min(1 + 2 * (segment[0] ?? 0), segment.length);
      const [first = 0, last = 0, approximation = 0] = segment.subarray(end);
      for (let i = 1; i < end; i += 2) toCome.get(segment[i])?.fill(approximation & 15, first, last + 1);
    }
  }
  return [...toCome.values()].some((bits) => bits.some((count) => count > 0));
}
