import { describe, expect, test } from 'vitest';
import { coversCode } from '../../client/catalogue/jump/kept/codeRange';
import { type KeptSheet, keptHits } from '../../client/catalogue/jump/kept/keptHits';
import { keyDataGroups } from '../../client/catalogue/keyData';

const honda = { id: '1', displayName: 'Honda' };
const kawasaki = { id: '2', displayName: 'Kawasaki' };
const nothing = Object.fromEntries(
  keyDataGroups.flatMap(({ data }) => data.flatMap((datum) => ('name' in datum ? [[datum.name, '']] : []))),
);
let next = 0;
const sheet = (make: KeptSheet['make'], name: string, year: number, texts: Partial<KeptSheet> = {}) =>
  ({ ...nothing, spacing: [], depth: [], id: String(++next), make, name, year, ...texts }) as unknown as KeptSheet;

const sheets = [
  sheet(honda, 'CBR600RR', 2007, { ilco: 'X265 / HD113', oem: '35121-MFL-000', codeSeries: 'A111111-A444444' }),
  sheet(honda, 'CBR600RR', 2003, { ilco: 'X235', codeSeries: 'K0001-K9999; 51.00001-51.60000' }),
  sheet(honda, 'CB 500', 1998, { hpc: 'CMC37', transponder: 'Texas 4D-46' }),
  sheet(kawasaki, 'Ninja ZX-6R', 2009, { silca: 'KW14', codeSeries: 'Z0001-Z5000' }),
];
const found = (typed: string) =>
  keptHits(sheets, typed, 2026).map(({ name, model, value }) => [name, model.year, value].filter(Boolean).join(' '));

describe('keptHits', () => {
  test.each([
    ['cbr 600-rr', ['CBR600RR 2007']],
    ['rr honda cbr', ['CBR600RR 2007']],
    ['cbr600 03', ['CBR600RR 2003']],
    ['zx6', ['Ninja ZX-6R 2009']],
    ['CB500', ['CB 500 1998']],
    ['honda', ['CBR600RR 2007', 'CB 500 1998']],
    ['1998', ['CB 500 1998']],
    ['gsx', []],
    ['', []],
    ['- .', []],
  ])('names: %s', (typed, hits) => expect(found(typed)).toEqual(hits));

  test.each([
    ['hd113', ['CBR600RR 2007 HD113']],
    ['x23', ['CBR600RR 2003 X23']],
    ['x2', []],
    ['35121mfl', ['CBR600RR 2007 35121-MFL']],
    ['honda x265', ['CBR600RR 2007 X265']],
    ['kawasaki x265', []],
    ['4d46', ['CB 500 1998 4D-46']],
    ['d46', []],
    ['cmc37', ['CB 500 1998 CMC37']],
  ])('identifiers: %s', (typed, hits) => expect(found(typed)).toEqual(hits));

  test.each([
    ['a132414', ['CBR600RR 2007 A132414']],
    ['A 132-414', ['CBR600RR 2007 A132414']],
    ['a132514', []],
    ['k0420', ['CBR600RR 2003 K0420']],
    ['z4999', ['Ninja ZX-6R 2009 Z4999']],
    ['z5001', []],
  ])('key codes: %s', (typed, hits) => expect(found(typed)).toEqual(hits));

  test('a hit has all years of the make and name that fit, newest first', () => {
    expect(keptHits(sheets, 'cbr600rr', 2026)).toMatchObject([{ years: [2007, 2003], model: { year: 2007 } }]);
  });
});

describe('coversCode', () => {
  test.each([
    ['K0001-K9999', 'k1234', true],
    ['K0001-9999', 'k1234', true],
    ['K0001-K9999', '1234', false],
    ['K0001-K9999', 'k12345', false],
    ['51.00001-51.60000', '51.12345', true],
    ['51.00001-51.60000', '51.70000', false],
    ['0001-1625', '1625', true],
    ['101K-400K', '250k', true],
    ['101K-400K', '250', false],
    ['1234', '1234', true],
    ['C or D code series', 'C1234', false],
    ['see the dealer', '1234', false],
    ['', '1234', false],
    ['A00-B99', 'A50', false],
  ])('%s: %s', (series, code, covers) => expect(coversCode(series, code)).toBe(covers));
});
