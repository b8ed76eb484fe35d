import { describe, expect, test, vi } from 'vitest';
import { today } from '../../client/accounts/days';
import {
  doneWords,
  percentOf,
  planWords,
  someOf,
  stateWords,
  totalsWords,
  undoneWords,
} from '../../client/catalogue/import/importWords';
import { counted, formatBytes, formatCount } from '../../client/components/text/counts';
import { inDollars } from '../../client/components/text/money';
import type { ImportLineFragment, ImportRecordFragment } from '../../client/graphql/generated/imports';

test('a day is the same for all readers, and a time is the reader’s own, except in logs', async () => {
  const dates = async (zone: string) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    const { formatDay, formatLogged, formatMoment } = await import('../../client/components/text/date');
    const time = '2026-12-31T23:05:00Z';
    return [formatDay('2026-03-01'), formatDay(time), formatMoment(time), formatLogged(time)];
  };
  const logged = '12/31/2026, 23:05 UTC';
  expect(await dates('UTC')).toEqual(['03/01/2026', '12/31/2026', '12/31/2026, 23:05', logged]);
  expect(await dates('Asia/Tokyo')).toEqual(['03/01/2026', '01/01/2027', '01/01/2027, 08:05', logged]);
  expect(await dates('America/Los_Angeles')).toEqual(['03/01/2026', '12/31/2026', '12/31/2026, 15:05', logged]);
  vi.unstubAllEnvs();
  expect(today()).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('counts have thousands separators and a singular or plural noun', () => {
  expect(formatCount(3190)).toBe('3,190');
  expect([counted(1, 'model'), counted(0, 'model'), counted(3190, 'model')]).toEqual([
    '1 model',
    '0 models',
    '3,190 models',
  ]);
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
  expect([formatBytes(1), formatBytes(640_000), formatBytes(1_234_567)]).toEqual(['1 KB', '640 KB', '1.2 MB']);
});

test('the price is in dollars and cents', () => {
  expect([inDollars(7_995), inDollars(5), inDollars(100_000)]).toEqual(['$79.95', '$0.05', '$1000.00']);
});

describe('of an import', () => {
  const nothing = { rows: 0, new: 0, changed: 0, unchanged: 0, refused: 0, duplicates: 0, deleted: 0, stale: 0 };
  const line = (fields: Partial<ImportLineFragment>) =>
    stateWords({ state: 'CHECKED', progress: null, failure: null, ...fields } as ImportLineFragment);

  test('the status is the running task, else the failed one, else the state', () => {
    const failure = { task: 'APPLY', code: 'CONFLICT', message: '' } as const;
    expect(line({ progress: { task: 'CHECK', done: 1, total: 3 }, failure })).toBe('Checking · 33 %');
    expect(line({ failure })).toBe('Applying failed');
    expect(line({ failure: { ...failure, code: 'SERVICE_UNAVAILABLE' } })).toBe('Applying interrupted');
    expect(['MAPPING', 'CHECKED', 'APPLIED', 'UNDONE'].map((state) => line({ state } as ImportLineFragment))).toEqual([
      'Columns to map',
      'Checked, not applied',
      'Applied',
      'Undone',
    ]);
  });

  test('a percentage is at most 100, and below 100 until the end', () => {
    const total = 1000;
    expect([
      percentOf({ done: 999, total }),
      percentOf({ done: 1200, total }),
      percentOf({ done: 0, total: 0 }),
    ]).toEqual([99, 100, 0]);
  });

  test('the totals omit zeros, and omit unchanged unless it is the only one', () => {
    expect(totalsWords({ ...nothing, changed: 1200, duplicates: 1, unchanged: 5 })).toBe('1,200 changed, 1 duplicate');
    expect(totalsWords({ ...nothing, unchanged: 5 })).toBe('5 unchanged');
  });

  test('a long list of names is shortened', () => {
    const names = [...'abcdefghij'];
    expect([someOf(['a']), someOf(['a', 'b', 'c']), someOf(names, 2)]).toEqual([
      'a',
      'a, b and c',
      'a, b and 8 others',
    ]);
  });

  test('the plan, the result and the undo are reported in numbers', () => {
    const record = (fields: Partial<ImportRecordFragment>) =>
      ({ createMakes: true, missingMakes: [], totals: nothing, ...fields }) as ImportRecordFragment;
    expect(
      planWords(record({ totals: { ...nothing, changed: 2, new: 1, refused: 1 }, missingMakes: ['Ural'] })),
    ).toEqual([
      'Applying it changes 2 models and creates 1 new model.',
      '1 missing make is created: Ural.',
      '1 refused row is left out.',
    ]);
    expect(planWords(record({ missingMakes: ['Ural'] }))).toEqual(['There is nothing to apply.']);
    expect(doneWords(record({ totals: { ...nothing, new: 3 } }))).toBe('3 models created.');
    expect(doneWords(record({}))).toBe('Nothing was changed.');
    const undone = { restored: 1, deleted: 2, makesDeleted: 1, left: 0, leftModels: [] };
    expect(undoneWords(record({ undone }))).toBe('1 model restored, 2 models deleted again and 1 make deleted again.');
    expect(undoneWords(record({ undone: { ...undone, restored: 0, deleted: 0, makesDeleted: 0 } }))).toBe(
      'Nothing was reverted.',
    );
  });
});
