import { describe, expect, test } from 'vitest';
import { tabbedRows } from '../../client/catalogue/measures/pastedCells';
import { readRow } from '../../client/catalogue/models/pastedRow';
import { COMPLETE, DOCUMENTED } from '../../server/catalogue/export/sheetColumns';

const makes = [
  { id: '53', displayName: 'Honda' },
  { id: '7', displayName: 'Moto Guzzi' },
];
const paste = (cells: readonly string[], from = 'makeId') => readRow(cells.join('\t'), from, makes);
const filled = (cells: readonly string[], from?: string) => Object.fromEntries(paste(cells, from)?.filled ?? []);

test.each([
  [
    'a\tb\r\nc\t\r\n',
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  ['X1\t"Tip\nin ""two"" lines"\tend', [['X1', 'Tip\nin "two" lines', 'end']]],
  ['5"\t"open\tx', [['5"', '"open', 'x']]],
  ['', [['']]],
])('the rows of %j', (text, rows) => {
  expect(tabbedRows(text)).toEqual(rows);
});

describe('a pasted row', () => {
  test('fills ILCO to LISHI, and what follows', () => {
    const nine = ['X1', 'J1', 'T1', 'S1', 'O1', 'A1-A9', '4D-46', 'AR', 'L1'];
    expect(filled(nine, 'ilco')).toEqual({
      ilco: 'X1',
      jma: 'J1',
      jet: 'T1',
      silca: 'S1',
      oem: 'O1',
      codeSeries: 'A1-A9',
      transponder: '4D-46',
      accuReader: 'AR',
      lishi: 'L1',
    });
    expect(paste(nine, 'ilco')).toMatchObject({ count: 9, groups: ['Primary Key Blank'], problems: [] });
    expect(filled(['1-6', '', '2-4'], 'ignition')).toEqual({ ignition: '1-6', gasCap: '', seatAux: '2-4' });
    expect(filled(['CMC37', '12', '406', 'P1'], 'hpc')).toEqual({
      hpc: 'CMC37',
      itl: '12',
      dsd: '406',
      pakaPunch: 'P1',
    });
    expect(filled(['L1', '1-6'], 'lishi')).toEqual({ lishi: 'L1', ignition: '1-6' });
  });

  test('is no row without a tab, and no list of positions', () => {
    for (const text of ['X138', '1 3 5', 'A1\nA2', '']) expect(readRow(text, 'ilco', makes)).toBeNull();
    expect(readRow('a\tb', 'checked', makes)).toBeNull();
  });

  const cells = (columns: typeof COMPLETE) => columns.map(({ field }, index) => `${field} ${index}`);
  const known = { make: 'HONDA', name: 'CBR', year: '2007', id: '12', sample: 'no', unit: 'MM', datum: 'tip' };
  const row = (columns: typeof COMPLETE, more: Record<string, string> = {}) =>
    columns.map(({ field }, index) => ({ ...known, ...more })[field] ?? cells(columns)[index]!);
  const choices = {
    keySystem: 'Honda CMC37',
    sides: '2',
    macs: '1',
    codeDirection: 'bow to tip',
    withKey: 'dealer',
    withoutKey: 'dealer',
  };

  test('of each export fills every field', () => {
    for (const columns of [DOCUMENTED, COMPLETE, COMPLETE.filter(({ field }) => field !== 'id')]) {
      const all = row(columns, choices);
      const read = paste(all);
      const isComplete = columns !== DOCUMENTED;
      expect(read?.problems).toEqual(isComplete ? ['It has the key system “Honda CMC37”: please choose that.'] : []);
      expect(read?.count).toBe(all.length - (columns.includes(COMPLETE[0]!) ? 1 : 0) - (isComplete ? 4 : 0));
      const values = new Map(read?.filled);
      expect([values.get('makeId'), values.get('name'), values.get('year')]).toEqual(['53', 'CBR', '2007']);
      const at = (field: string) => all[columns.findIndex((column) => column.field === field)];
      expect(values.get('spacing.11')).toBe(at('spacing12'));
      expect(values.get('depth.7.twoX')).toBe(at('depth8TwoX'));
      expect(values.get('tips2')).toBe(all[columns.findLastIndex(({ field }) => field.startsWith('tips'))]);
      expect(values.get('codeSeries')).toBe(columns === DOCUMENTED ? undefined : at('codeSeries'));
      expect(values.get('unit')).toBe(columns === DOCUMENTED ? undefined : 'mm');
      expect(values.get('source')).toBe(at('source'));
    }
  });

  test('leaves what the key system gives as it is, and says so', () => {
    const fixed = (name: string) => name.startsWith('spacing');
    const read = readRow('Honda\tCBR\t2007\tHD109\t\t\t\t\t.098\t.197', 'makeId', makes, fixed);
    expect(Object.fromEntries(read?.filled ?? [])).toEqual({
      ...Object.fromEntries(read!.filled.filter(([name]) => !name.startsWith('spacing'))),
      ilco: 'HD109',
    });
    expect(read?.problems).toEqual(['Not filled, because the key system gives it: Spacing.']);
  });

  test('of the documented columns may be incomplete, and begin anywhere before the spacing', () => {
    const start = ['Honda', 'CBR', '2007', 'HD109', '', '', '', ''];
    expect(filled([...start, '', '.098', '.197'])).toMatchObject({ 'spacing.0': '', 'spacing.1': '.098' });
    expect(filled(['X1', '', '', '', '', '2,5', '5'], 'ilco')).toMatchObject({ 'spacing.0': '2,5', 'spacing.1': '5' });
    expect(filled([...start, 'J00-U39', '4D-46'])).toMatchObject({ codeSeries: 'J00-U39', transponder: '4D-46' });
  });

  test('is known by headings above it', () => {
    const text = 'Year\tModel\tDSD\tColour\tCompany Detail\tTips\tTips\n2004\tV7\t406\tred\tmoto  guzzi\tone\ttwo';
    const read = readRow(text, 'makeId', makes);
    expect(Object.fromEntries(read?.filled ?? [])).toEqual({
      year: '2004',
      name: 'V7',
      dsd: '406',
      makeId: '7',
      tips: 'one',
      tips2: 'two',
    });
    expect(read?.problems).toEqual(['No field for: “red”.']);
  });

  test('says what it did not understand, and leaves no other make', () => {
    const read = paste(['Hnoda', 'CBR', '1998-2003', 'X1']);
    expect(read?.filled.slice(0, 3)).toEqual([
      ['makeId', ''],
      ['name', 'CBR'],
      ['year', '1998-2003'],
    ]);
    expect(read?.problems).toEqual(['There is no make “Hnoda”: please choose one.', '“1998-2003” is not one year.']);
    expect(readRow('unit\tcubit\nUnit\tSides\ncubit\t2', 'ilco', makes)?.problems).toHaveLength(1);
    expect(readRow('Unit\tSides\ncubit\t2', 'ilco', makes)?.problems).toEqual(['“cubit” is not an option for Unit.']);
    const two = readRow('Honda\tCBR\t2007\nHonda\tCBR\t2008', 'makeId', makes);
    expect(two?.problems).toEqual(['Only the first of 2 rows was used. To add them all, use Import.']);
    expect(two?.filled).toContainEqual(['year', '2007']);
  });
});
