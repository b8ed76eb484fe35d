import { describe, expect, test } from 'vitest';
import { narrowed, onlyMatch, opened } from '../../client/catalogue/lookup/narrowed';
import { placeOf, subItemText } from '../../client/catalogue/lookup/place';
import { isEmpty, searchOf, termsOf, variablesOf } from '../../client/catalogue/search/searchTerms';
import {
  asked,
  type Drafts,
  pendingOf,
  setFilters,
  settled,
  shownText,
  typing,
} from '../../client/components/list/filter/drafts';
import { type FilterTerm, termValue } from '../../client/components/list/filter/filterTerm';
import { fitting } from '../../client/components/list/listColumn';
import { matches } from '../../client/components/list/matches';
import { pageNumbers } from '../../client/components/list/pageNumbers';
import { pageOf, setOrder, setPage, toggled } from '../../client/components/list/useListState';
import { clearTop } from '../../client/components/notice/clearTop';
import { EXPORT, MAKE, pressed } from '../../client/shell/menu/submenus';

test.each([
  [{ page: 1, pages: 3, max: 7 }, [1, 2, 3]],
  [{ page: 1, pages: 9, max: 7 }, [1, 2, 3, 4, 5, 6, 'after', 9]],
  [{ page: 5, pages: 9, max: 7 }, [1, 'before', 3, 4, 5, 6, 7, 'after', 9]],
  [{ page: 9, pages: 9, max: 7 }, [1, 'before', 4, 5, 6, 7, 8, 9]],
  [{ page: 5, pages: 9, max: 3 }, [1, 'before', 5, 'after', 9]],
  [{ page: 1, pages: 0, max: 7 }, []],
])('the pages of %o have these numbers', (pages, numbers) => {
  expect(pageNumbers(pages)).toEqual(numbers);
});

test('on every page, the current, first and last pages have a number, within the maximum', () => {
  for (const max of [3, 7])
    for (let pages = 1; pages <= 20; pages++)
      for (let page = 1; page <= pages; page++) {
        const numbers = pageNumbers({ page, pages, max }).filter((slot) => typeof slot === 'number');
        expect(numbers.length).toBeLessThanOrEqual(max);
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      }
});

test('an invalid page in the URL means the first, and the maximum is what the graph accepts', () => {
  const page = (text: string) => pageOf(new URLSearchParams(text));
  expect(['', 'page=3', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page='].map(page)).toEqual([1, 3, 1, 1, 1, 1, 1]);
  expect(page('page=99999999999')).toBe(2_147_483_647);
});

test('a filter accepts only valid values from the URL', () => {
  const choice: FilterTerm = { type: 'choice', label: 'Sample', all: 'All', options: [['yes', 'Yes']] };
  const loading: FilterTerm = { ...choice, other: { fits: (value) => /^\d+$/.test(value), text: '...' } };
  const label = 'x';
  const values = [
    [{ type: 'search', label, placeholder: label }, '  cb 500 ', 'cb 500'],
    [{ type: 'search', label, placeholder: label }, 'x'.repeat(300), 'x'.repeat(255)],
    [{ type: 'year', label, range: label }, '1994', '1994'],
    [{ type: 'year', label, range: label }, '94', ''],
    [{ type: 'date', label, range: label }, '2020-02-29', '2020-02-29'],
    [{ type: 'date', label, range: label }, '2021-02-29', ''],
    [choice, 'yes', 'yes'],
    [choice, '53', ''],
    [loading, '53', '53'],
    [loading, 'x', ''],
    [choice, null, ''],
  ] as const;
  for (const [term, text, expected] of values) expect(termValue(term, text)).toBe(expected);
});

describe('the filters of a list', () => {
  const label = 'x';
  const terms: Record<string, FilterTerm> = {
    user: { type: 'search', label, placeholder: label },
    kind: { type: 'choice', label, all: 'All', options: [['export', 'Export']] },
    from: { type: 'date', label, range: label },
    year: { type: 'year', label, range: label },
  };
  /** The fields and the address of a list, as its screen has them. */
  function list(search = '') {
    let drafts: Drafts = {};
    const address = new URLSearchParams(search);
    let rendered: Record<string, string> = {};
    const self = {
      /** The screen renders the address. */
      follow() {
        rendered = Object.fromEntries(Object.keys(terms).map((name) => [name, address.get(name) ?? '']));
        drafts = settled(drafts, rendered);
        return self;
      },
      type(name: string, text: string) {
        drafts = typing(drafts, rendered, name, text);
        return self;
      },
      ask(chosen: Record<string, string> = {}) {
        const next = { ...pendingOf(terms, drafts), ...chosen };
        drafts = asked(terms, drafts, chosen);
        setFilters(address, next);
        return self;
      },
      /** Back, a link or a saved view. */
      go(search: string) {
        for (const name of [...address.keys()]) address.delete(name);
        for (const [name, value] of new URLSearchParams(search)) address.set(name, value);
        return self.follow();
      },
      address: () => address.toString(),
      field: (name: string) => shownText(drafts, rendered, name),
    };
    return self.follow();
  }

  test('keep what is typed and what is chosen at once, and return to the first page', () => {
    const log = list('page=3&sort=user').type('user', 'old@').ask({ kind: 'export' });
    expect(log.address()).toBe('sort=user&user=old%40&kind=export');
    expect(log.follow().field('user')).toBe('old@');
    const period = list().type('from', '2020-02-04').type('year', '2007').ask();
    expect(period.address()).toBe('from=2020-02-04&year=2007');
    // Before the screen has followed.
    expect(list().type('user', 'ol').ask().type('user', 'old').follow().ask().address()).toBe('user=old');
    expect(list().type('user', 'old').ask().ask({ kind: 'export' }).follow().address()).toBe('user=old&kind=export');
  });

  test('show what is typed, and after Back what the list follows', () => {
    const log = list().type('user', 'old ').ask().follow();
    expect([log.address(), log.field('user')]).toEqual(['user=old', 'old ']);
    expect(log.go('').field('user')).toBe('');
    expect(log.ask().address()).toBe('');
    // What was typed meanwhile in another field stays.
    const two = list('user=a').type('user', 'b').ask().follow().type('from', '2020-02-04').go('user=a');
    expect([two.field('user'), two.field('from')]).toEqual(['a', '2020-02-04']);
    expect(two.ask().address()).toBe('user=a&from=2020-02-04');
  });

  test('do not ask for half a year or half a day, and lose them only to a choice', () => {
    const log = list('year=2007').type('year', '20').type('from', '0002-01-01').ask({ kind: 'export' }).follow();
    expect(log.address()).toBe('year=2007&kind=export');
    expect([log.field('year'), log.field('from')]).toEqual(['20', '0002-01-01']);
    expect(log.ask({ year: '', from: '' }).follow().address()).toBe('kind=export');
    expect([log.field('year'), log.field('from')]).toEqual(['', '']);
    expect(list('page=2').ask({ kind: '' }).address()).toBe('page=2');
  });
});

test('clicking the sorted column reverses it; another column starts ascending', () => {
  expect(toggled({ key: 'name', dir: 'asc' }, 'name')).toEqual({ key: 'name', dir: 'desc' });
  expect(toggled({ key: 'name', dir: 'desc' }, 'name')).toEqual({ key: 'name', dir: 'asc' });
  expect(toggled({ key: 'name', dir: 'desc' }, 'year')).toEqual({ key: 'year', dir: 'asc' });
  expect(toggled({ key: 'name', dir: 'asc' }, 'year')).toEqual({ key: 'year', dir: 'asc' });
});

test('a URL has no default page or order; a new order returns to the first page, and keeps the filters', () => {
  const first = { key: 'name', dir: 'asc' } as const;
  const after = (edit: (params: URLSearchParams) => void) => {
    const params = new URLSearchParams('q=cb&page=3&sort=year&dir=asc');
    edit(params);
    return params.toString();
  };
  expect(after((params) => setPage(params, 4))).toBe('q=cb&page=4&sort=year&dir=asc');
  expect(after((params) => setPage(params, 1))).toBe('q=cb&sort=year&dir=asc');
  expect(after((params) => setOrder(params, { key: 'name', dir: 'desc' }, first))).toBe('q=cb&sort=name&dir=desc');
  expect(after((params) => setOrder(params, first, first))).toBe('q=cb');
});

test.each([
  ['CB 500', 'cb500', true],
  ['CB-500', 'cb 5', true],
  ['Citroën', 'citroen', true],
  ['Honda', '', true],
  ['Honda', 'ond', true],
  ['ＣＢ 500', 'ｃｂ５００', true],
  ['Honda', 'hon da x', false],
])('%s matches "%s": %s', (text, typed, found) => {
  expect(matches(text, typed)).toBe(found);
});

describe('the filter of the lookup', () => {
  const line = (id: string, name: string, year: number) => ({ __typename: 'LookupLine' as const, id, name, year });
  const lines = [line('1', 'CB 500', 2008), line('2', 'CBR600RR', 2008), line('3', 'CBR600RR', 2007)];
  const byYear = { mode: 'year', values: ['2008', '2007', '1990'], lines } as const;
  const byModel = { mode: 'model', values: ['CB 500', 'CBR600RR'], lines } as const;
  /** "2008: 2" is the year with one model left; "2008" has all of its models. */
  const left = (list: Parameters<typeof narrowed>[0], typed: string) =>
    narrowed(list, typed).map(({ value, lines }) =>
      lines ? `${value}: ${lines.map(({ id }) => id).join(' ')}` : value,
    );

  test('leaves items that match, and others with the models that match', () => {
    expect(left(byYear, '')).toEqual(['2008', '2007', '1990']);
    expect(left(byYear, '2008')).toEqual(['2008']);
    expect(left(byYear, 'cbr-600')).toEqual(['2008: 2', '2007: 3']);
    expect(left(byYear, '600rr 07')).toEqual(['2007: 3']);
    expect(left(byYear, '07 cb500')).toEqual([]);
    expect(left(byModel, 'cb')).toEqual(['CB 500', 'CBR600RR']);
    expect(left(byModel, '2007')).toEqual(['CBR600RR: 3']);
    expect(left({ ...byYear, lines: undefined }, 'cbr')).toEqual([]);
  });

  test('opens the items below which few models are left', () => {
    expect(opened(narrowed(byYear, 'cbr'))).toEqual(['2008', '2007']);
    expect(opened(narrowed(byYear, '2008'))).toEqual([]);
    const many = Array.from({ length: 41 }, (_, index) => line(String(index), `CBR ${index}`, 2008));
    expect(opened(narrowed({ ...byYear, lines: many }, 'cbr'))).toEqual([]);
  });

  test('knows the only match', () => {
    expect(onlyMatch(narrowed(byYear, '600rr 07'))).toEqual({ value: '2007', id: '3' });
    expect(onlyMatch(narrowed(byYear, '2008'))).toEqual({ value: '2008' });
    expect(onlyMatch(narrowed(byYear, 'cbr'))).toBeUndefined();
    expect(onlyMatch(narrowed(byYear, 'nothing'))).toBeUndefined();
  });
});

test('a table asks for a window in which every column has its least width', () => {
  const column = { key: '', header: '', cell: () => null };
  expect(fitting([column])).toBe('(min-width: 25.5rem)');
  expect(fitting([column, { ...column, short: true }, { ...column, short: true, least: 3 }])).toBe(
    '(min-width: 34.25rem)',
  );
});

test('opening a submenu other than a make closes the others; several makes can stay open', () => {
  const [honda, ural] = [`${MAKE}1`, `${MAKE}2`];
  expect(pressed(new Set([honda]), ural)).toEqual(new Set([honda, ural]));
  expect(pressed(new Set([honda, ural]), EXPORT)).toEqual(new Set([EXPORT]));
  expect(pressed(new Set([EXPORT]), honda)).toEqual(new Set([EXPORT, honda]));
  expect(pressed(new Set([honda, ural]), honda)).toEqual(new Set([ural]));
});

test('a URL with a make and a mode opens the lookup', () => {
  const place = (text: string) => placeOf(new URLSearchParams(text));
  expect(place('company=1&m=year&value=2007&id=5')).toEqual({
    make: '1',
    mode: 'year',
    value: '2007',
    id: '5',
    compare: null,
    code: null,
    q: null,
  });
  expect(['', 'company=1', 'm=year', 'company=1&m=week'].map(place)).toEqual([null, null, null, null]);
  expect(subItemText('year', { name: 'CB 500', year: 2007 })).toBe('CB 500');
  expect(subItemText('model', { name: 'CB 500', year: 2007 })).toBe('2007');
});

test('a search is read from the URL, and written without default values', () => {
  const terms = termsOf(new URLSearchParams('make=+Honda+&year=2007&sorting=toString&order=desc'));
  expect(terms).toEqual({
    ...{ make: 'Honda', model: '', year: '2007', keyword: '', sorting: 'make', order: 'desc' },
    ...{ checked: '', source: '', disputed: '' },
  });
  expect(searchOf(terms).toString()).toBe('make=Honda&year=2007&order=desc');
  expect(variablesOf(terms, 2, 10)).toEqual({
    ...{ page: 2, limit: 10, sortBy: 'MAKE', dir: 'DESC' },
    ...{ make: 'Honda', model: null, year: 2007, keyword: null },
    ...{ disputed: null, filter: { checked: null, checkedBefore: null, source: null } },
  });
  expect(variablesOf({ ...terms, year: '20 07' }, 1, 10).year).toBeNull();
  expect(isEmpty(terms)).toBe(false);
  expect(isEmpty(termsOf(new URLSearchParams('make=+&sorting=year')))).toBe(true);
});

test.each([
  ['nothing is in the way', [], 68],
  ['a control is in the way', [[80, 120]], 120],
  [
    'the gap between two is too small',
    [
      [150, 190],
      [80, 120],
    ],
    190,
  ],
  [
    'the gap between two is large enough',
    [
      [80, 120],
      [160, 190],
    ],
    120,
  ],
  [
    'what is above and below does not matter',
    [
      [0, 68],
      [108, 130],
    ],
    68,
  ],
  [
    'controls are everywhere',
    [
      [80, 120],
      [150, 490],
    ],
    68,
  ],
])('a toast stands at the top, or below controls: %s', (_name, spans, top) => {
  const taken = spans.map(([top = 0, bottom = 0]) => ({ top, bottom }));
  expect(clearTop(taken, { top: 68, height: 40, end: 500 })).toBe(top);
});
