import { describe, expect, test } from 'vitest';
import { depthsText } from '../../client/catalogue/systems/depthsText';
import { changesModels, noSystem, systemInput } from '../../client/catalogue/systems/systemRecord';

const row = (name: string, oneX = '.276') => ({ name, oneX, twoX: '' });

test.each([
  ['1–4', ['', '', '', '']],
  ['0–3', ['0', '1', '2', '3']],
  ['4–1', ['4', '3', '2', '1']],
  ['A–D', ['A', 'B', 'C', 'D']],
  ['1, 3, 5', ['1', '3', '5']],
  ['1, 2', ['', '']],
  ['1, 2, A', ['1', '2', 'A']],
  ['9–11', ['9', '10', '11']],
  ['Y, Y, Z', ['Y', 'Y', 'Z']],
  ['', []],
])('depths are called "%s"', (text, names) => {
  expect(depthsText({ depth: names.map((name) => row(name)) })).toBe(text);
});

test('a depth without a measure is none, and does not count the others anew', () => {
  expect(depthsText({ depth: [row('', ''), row(''), row(''), row('', '')] })).toBe('2, 3');
});

describe('a key system that was checked', () => {
  const base = { ...noSystem, name: 'Honda CMC37', checked: true };

  test('stays so if nothing is changed that its models have', () => {
    const values = { ...base, notes: 'Also cars' };
    expect(changesModels(values, base)).toBe(false);
    expect(systemInput(values, base)).not.toHaveProperty('checked');
  });

  test('says whether its new values are checked', () => {
    const values = { ...base, depth: [row('1', '.277'), ...base.depth.slice(1)] };
    expect(changesModels(values, base)).toBe(true);
    expect(systemInput(values, base)).toHaveProperty('checked', true);
    expect(systemInput({ ...values, checked: false }, base)).toHaveProperty('checked', false);
  });
});
