import { describe, expect, test } from 'vitest';
import { checkedOf, checkedTerms } from '../../client/catalogue/checks/checkedFilter';
import { evidenceLines } from '../../client/catalogue/checks/checkText';
import { newsText, newsTitle } from '../../client/catalogue/news/newsText';
import { termValue } from '../../client/components/list/filter/filterTerm';
import { formatDay } from '../../client/components/text/date';

const at = '2026-11-03T12:00:00.000Z';
const none = { source: '', checkedBy: '', checkedAt: null, keySystem: null };

describe('the end of a sheet', () => {
  test('says where its values come from, and who has checked them', () => {
    expect(evidenceLines(none)).toEqual(['Not checked yet']);
    expect(evidenceLines({ ...none, source: 'Ilco 2024, p. 12', checkedBy: 'anna', checkedAt: at })).toEqual([
      `Source: Ilco 2024, p. 12 · Checked by anna on ${formatDay(at)}`,
    ]);
    // Visitors are not told who.
    expect(evidenceLines({ ...none, checkedAt: at })).toEqual([`Checked on ${formatDay(at)}`]);
  });

  test('names the key system and its check for the measures', () => {
    const keySystem = { name: 'Honda CMC37', source: '', checkedBy: 'anna', checkedAt: at };
    expect(evidenceLines({ ...none, keySystem })).toEqual([
      'Not checked yet',
      `Measures: from Honda CMC37, checked by anna on ${formatDay(at)}`,
    ]);
    expect(evidenceLines({ ...none, keySystem: { ...keySystem, source: 'HPC', checkedAt: null } })[1]).toBe(
      'Measures: from Honda CMC37 (HPC), not checked yet',
    );
  });
});

test('lists are filtered by check and source; a saved view of old checks moves with the day', () => {
  const of = (checked: string, source = '') => checkedOf({ checked: termValue(checkedTerms.checked, checked), source });
  expect(of('yes')).toEqual({ checked: true, checkedBefore: null, source: null });
  expect(of('no', 'ilco')).toEqual({ checked: false, checkedBefore: null, source: 'ilco' });
  const old = of('old');
  expect(old).toMatchObject({ checked: null, source: null });
  const days = (Date.now() - Date.parse(String(old.checkedBefore))) / 86_400_000;
  expect(Math.floor(days)).toBeGreaterThanOrEqual(365);
  expect(Math.floor(days)).toBeLessThanOrEqual(366);
  expect(of('2020')).toEqual({ checked: null, checkedBefore: null, source: null });
});

test('news are one line each', () => {
  const bike = {
    kind: 'CHANGED',
    make: 'Honda',
    name: 'CB 500',
    years: [2001, 2002, 2004],
    count: 3,
    fields: ['SILCA'],
  } as const;
  expect(newsTitle(bike)).toBe('Honda CB 500 2001–2002, 2004');
  expect(newsText(bike)).toBe('Corrected: SILCA');
  expect(newsTitle({ ...bike, name: null, years: [], count: 412 })).toBe('412 models of Honda');
  expect(newsText({ ...bike, kind: 'ADDED' })).toBe('Added');
  const fields = Array.from({ length: 12 }, (_, index) => `F${index + 1}`);
  expect(newsText({ ...bike, fields })).toBe('Corrected: F1, F2, F3, F4, F5, F6, F7 and 5 more');
  const system = { ...bike, kind: 'SYSTEM_CHANGED', make: null, name: 'Honda CMC37', years: [], count: 1 } as const;
  expect(newsTitle(system)).toBe('Key system Honda CMC37');
  expect(newsText(system)).toBe('Corrected: SILCA, for 1 model');
  expect(newsTitle({ ...system, kind: 'SYSTEMS_ADDED', name: null, count: 2 })).toBe('2 key systems');
});
