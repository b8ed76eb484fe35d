import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankKey, pastedBlanks } from '../../client/catalogue/van/pastedBlanks';
import { confirmed, refused, type Scan, scanned, takenBack, takingBack } from '../../client/catalogue/van/scans';

/* docs/rules.md, "Blanks in the van". */

const read = (text: string) => pastedBlanks(text).blanks.map(({ name, add }) => `${name} +${add}`);
const wrong = (text: string) => pastedBlanks(text).wrong.map(({ line, why }) => `${line}: ${why}`);

describe('a pasted list', () => {
  test.each([
    ['X265 3', 'X265', 3],
    ['HD109;2', 'HD109', 2],
    ['HON 70-T\t12', 'HON 70-T', 12],
    ['X265\t3\t\t', 'X265', 3],
    ['3;X265', 'X265', 3],
    ['148;3', '148', 3],
    ['X265, 3', 'X265', 3],
    ['X265: 3', 'X265', 3],
    ['X265 - 3', 'X265', 3],
    ['X265 ×3', 'X265', 3],
    ['X265 x 3', 'X265', 3],
    ['X265 3 pcs', 'X265', 3],
    ['X265;3 pcs.', 'X265', 3],
    ['3 x X265', 'X265', 3],
    ['3x X265', 'X265', 3],
    ['3 X265', 'X265', 3],
    ['2 X3', 'X3', 2],
    ['DEMO 12 3', 'DEMO 12', 3],
    ['HON70MH-SI  10', 'HON70MH-SI', 10],
    // A name alone counts one.
    ['X265', 'X265', 1],
    ['HON70MH-SI', 'HON70MH-SI', 1],
    ['DEMO 12', 'DEMO 12', 1],
    ['HD 109', 'HD 109', 1],
    ['4006381333931', '4006381333931', 1],
  ])('%j is %s, %i', (line, name, add) => {
    expect(pastedBlanks(line)).toEqual({ blanks: [{ name, add }], wrong: [] });
  });

  test('says which lines it does not understand, and why', () => {
    const text = [
      'Blank;Count',
      'X265;2,5',
      'X265;-1',
      'X265;0',
      'X265;10000',
      ';3',
      'X265;3;Honda',
      '-',
      '12',
      'old X265 blanks',
      '148 3',
    ];
    expect(pastedBlanks(text.join('\n')).blanks).toEqual([]);
    expect(wrong(text.join('\n'))).toEqual([
      '1: It has no whole number.',
      '2: It has no whole number.',
      '3: It has no whole number.',
      '4: The number must be from 1 to 9,999.',
      '5: The number must be from 1 to 9,999.',
      '6: Its first column is empty.',
      '7: It has more than two columns.',
      '8: There is no letter or digit.',
      '9: It has no name.',
      '10: It has no number at its end.',
      '11: It has no name.',
    ]);
  });

  test('adds up the same blank, and skips empty lines of any system', () => {
    expect(read('X265 3\r\n\r\nx-265;2\rHD109\n \nX 265')).toEqual(['X265 +6', 'HD109 +1']);
    expect(read('X265 9999\nX265 1')).toEqual(['X265 +9999']);
    expect(wrong('X265 9999\nX265 1')).toEqual(['2: The number must be from 1 to 9,999.']);
  });

  test('has at most 1,000 blanks', () => {
    const lines = Array.from({ length: 1002 }, (_, n) => `B${n} 1`).join('\n');
    expect(pastedBlanks(`${lines}\nB0 1`).blanks).toHaveLength(1000);
    expect(wrong(lines)).toEqual([
      '1001: At most 1,000 blanks can be added at once.',
      '1002: At most 1,000 blanks can be added at once.',
    ]);
  });

  test('loses no line, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const text = lines.join('\n');
        const { blanks, wrong } = pastedBlanks(text);
        const filled = text.split(/\r\n|\r|\n/).filter((line) => line.trim()).length;
        expect(blanks.length + wrong.length).toBeLessThanOrEqual(filled);
        for (const { name, add } of blanks) {
          expect(blankKey(name)).not.toBe('');
          expect(Number.isInteger(add) && add >= 1 && add <= 9999).toBe(true);
        }
        expect(new Set(blanks.map(({ name }) => blankKey(name))).size).toBe(blanks.length);
        if (filled > 0) expect(blanks.length + wrong.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('scans', () => {
  const blank = (name: string, count: number, version = 2) => ({ name, count, version });
  const shown = (scans: readonly Scan[]) =>
    scans.map(({ name, added, waiting, count }) => `${name} +${added.join('+')} (${count}, ${waiting} waiting)`);

  test('of the same blank count up, and the last scanned comes first', () => {
    let scans: Scan[] = [];
    for (const name of ['X265', 'HD109', 'x-265']) scans = scanned(scans, name);
    expect(shown(scans)).toEqual(['X265 + (null, 2 waiting)', 'HD109 + (null, 1 waiting)']);
    scans = confirmed(scans, 'x265', 1, blank('X265', 7));
    scans = confirmed(scans, 'x265', 3, blank('X265', 10));
    expect(shown(scans)[0]).toBe('X265 +1+3 (10, 0 waiting)');
  });

  test('are taken back one by one, the last first', () => {
    let scans = scanned(scanned([], 'X265'), 'X265');
    scans = confirmed(confirmed(scans, 'x265', 2, blank('X265', 2)), 'x265', 1, blank('X265', 3));
    scans = takenBack(takingBack(scans, 'x265'), 'x265', 2);
    expect(shown(scans)).toEqual(['X265 +2 (2, 0 waiting)']);
    scans = takingBack(scans, 'x265');
    expect(shown(scans)).toEqual(['X265 + (2, 1 waiting)']);
    expect(takenBack(scans, 'x265', 0)).toEqual([]);
  });

  test('stay as they were if the server refuses them', () => {
    const one = confirmed(scanned([], 'X265'), 'x265', 1, blank('X265', 1));
    expect(refused(scanned(one, 'X265'), 'x265')).toEqual(one);
    expect(refused(takingBack(one, 'x265'), 'x265', 1)).toEqual(one);
    expect(refused(scanned([], 'X84'), 'x84')).toEqual([]);
  });

  test('know whether a scan put the blank on the list', () => {
    const one = confirmed(scanned([], 'X265'), 'x265', 1, blank('X265', 1, 1));
    expect(confirmed(scanned(one, 'X265'), 'x265', 1, blank('X265', 2, 2))[0]?.isNew).toBe(true);
    expect(confirmed(scanned([], 'X84'), 'x84', 1, blank('X84', 2, 2))[0]?.isNew).toBe(false);
  });
});
