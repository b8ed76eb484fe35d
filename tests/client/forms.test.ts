import { describe, expect, test } from 'vitest';
import { watchFile } from '../../client/components/download/watchFile';
import { changesOf } from '../../client/components/record/staleChanges';
import { chosenModel, yearsOf } from '../../client/feedback/corrections/chosenModel';
import { asComment, proposalsOf } from '../../client/feedback/corrections/correctionRecord';
import { caretAfter, sandboxCard, written, wrongCard } from '../../client/payments/card/sandboxCards';

describe('a concurrent change by somebody else', () => {
  const fields = [
    { name: 'name', label: 'Name' },
    { name: 'year', label: 'Year' },
  ] as const;
  const base = { name: 'CB 500', year: '2007' };
  const changes = (mine: typeof base, theirs: typeof base) =>
    changesOf({ fields, base, mine, theirs: { id: '1', version: 2, name: '', values: theirs } }).map(
      ({ name, mine, theirs, taken }) => ({ name, mine, theirs, taken }),
    );

  test('is taken over if the field is unedited, and only shown if it was edited', () => {
    expect(changes({ ...base, year: '2009' }, { name: 'CB 500 F', year: '2008' })).toEqual([
      { name: 'name', mine: 'CB 500', theirs: 'CB 500 F', taken: 'theirs' },
      { name: 'year', mine: '2009', theirs: '2008', taken: 'mine' },
    ]);
  });

  test('is empty if both made the same change, or only this user changed something', () => {
    expect(changes({ ...base, year: '2008' }, { ...base, year: '2008' })).toEqual([]);
    expect(changes({ ...base, year: '2008' }, base)).toEqual([]);
  });
});

describe('a correction', () => {
  const line = (id: string, year: number) => ({ id, name: 'CB 500', year, make: { id: '1', displayName: 'Honda' } });

  test('belongs to the only model with its make, name and year, or to the model it was started from', () => {
    const lines = [line('1', 2007), line('2', 2008), line('3', 2008)];
    expect(chosenModel(lines, '2007', null)).toBe('1');
    expect(chosenModel(lines, '2008', null)).toBeNull();
    expect(chosenModel(lines, '2008', '3')).toBe('3');
    expect(chosenModel(lines, '2009', '3')).toBeNull();
    expect(chosenModel(undefined, '2007', '1')).toBeNull();
    expect(yearsOf(lines)).toEqual(['2007', '2008']);
  });

  test('keeps the proposals with a field, also without a value, and requires a field for each value', () => {
    expect(
      proposalsOf([
        { field: 'SILCA', proposed: ' HD109 ' },
        { field: 'JMA', proposed: ' ' },
        { field: '', proposed: '' },
      ]),
    ).toEqual([
      { field: 'SILCA', proposed: 'HD109' },
      { field: 'JMA', proposed: null },
    ]);
    expect(() => proposalsOf([{ field: '', proposed: 'HD109' }])).toThrow();
  });

  test('lists its proposals in its comment', () => {
    const proposals = [
      { field: 'SILCA', proposed: ' HD109 ' },
      { field: 'JMA', proposed: '' },
    ];
    expect(asComment(proposals, undefined)).toBe('SILCA: — → HD109\nJMA: — is wrong');
  });
});

describe('the sandbox’s card', () => {
  test.each([
    ['number', '4242424242424242', '4242 4242 4242 4242'],
    ['number', '4242-42', '4242 42'],
    ['expiry', '0928', '09 / 28'],
    ['expiry', '9', '09'],
    ['expiry', '9/28', '09 / 28'],
    ['expiry', '09/2028', '09 / 28'],
    ['cvc', '12345x', '1234'],
  ] as const)('writes its %s "%s" as "%s"', (field, typed, text) => {
    expect(written[field](typed)).toBe(text);
  });

  test('is valid until the end of its month', () => {
    const card = { number: '4242 4242 4242 4242', expiry: '09 / 28', cvc: '123' };
    expect(wrongCard(card, new Date('2028-09-30T23:59:59Z'))).toEqual({});
    expect(wrongCard(card, new Date('2028-10-01T00:00:00Z'))).toEqual({ expiry: 'This card has expired.' });
    expect(wrongCard({ ...card, expiry: '13 / 28' }).expiry).toBe('Enter the month and the year: MM / YY.');
    expect(Object.keys(wrongCard({ number: '', expiry: '', cvc: '' }))).toEqual(['number', 'expiry', 'cvc']);
    expect(sandboxCard('4000 0000 0000 0002')).toBe('pm_card_chargeDeclined');
  });

  test('keeps the caret after the digit that was typed', () => {
    expect([caretAfter('4242 42', 4), caretAfter('4242 42', 5), caretAfter('4242 42', 9)]).toEqual([4, 6, 7]);
  });
});

describe('a partly received file', () => {
  const arrive = (name: string, ...chunks: string[]) => {
    const watch = watchFile(name);
    for (const chunk of chunks) watch.take(new TextEncoder().encode(chunk));
    return { rows: watch.rows(), whole: watch.isWhole() };
  };

  test('CSV has as many rows as lines outside quotes, without the headings', () => {
    expect(arrive('a.csv', 'a,b\n1,"x\n', 'y"\n2,z\n')).toEqual({ rows: 2, whole: true });
    expect(arrive('a.csv', 'a,b\n1,"x\n')).toEqual({ rows: 0, whole: false });
    expect(arrive('a.csv', 'a,b\n1')).toEqual({ rows: 0, whole: false });
  });

  test('XML is complete with its last tag, however it is split into chunks', () => {
    expect(arrive('a.xml', '<products><product></prod', 'uct><product></product></prod', 'ucts>\n')).toEqual({
      rows: 2,
      whole: true,
    });
    expect(arrive('a.xml', '<products><product></product>')).toEqual({ rows: 1, whole: false });
  });

  test('a workbook is complete with the end of the archive', () => {
    expect(arrive('a.xlsx', 'rows', `PK\u0005\u0006${'\0'.repeat(18)}`)).toEqual({ rows: undefined, whole: true });
    expect(arrive('a.xlsx', 'rows')).toEqual({ rows: undefined, whole: false });
  });
});
