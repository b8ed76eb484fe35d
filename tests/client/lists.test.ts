import { expect, test } from 'vitest';
import { placeOf, subItemText } from '../../client/catalogue/lookup/place';
import { isEmpty, searchOf, termsOf, variablesOf } from '../../client/catalogue/search/searchTerms';
import { matches } from '../../client/components/list/matches';
import { pageNumbers } from '../../client/components/list/pageNumbers';
import { pageOf, toggled } from '../../client/components/list/useListState';
import { EXPORT, MAKE, pressed } from '../../client/shell/submenus';

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

test('clicking the sorted column reverses it; another column starts ascending', () => {
  expect(toggled({ key: 'name', dir: 'asc' }, 'name')).toEqual({ key: 'name', dir: 'desc' });
  expect(toggled({ key: 'name', dir: 'desc' }, 'name')).toEqual({ key: 'name', dir: 'asc' });
  expect(toggled({ key: 'name', dir: 'desc' }, 'year')).toEqual({ key: 'year', dir: 'asc' });
});

test.each([
  ['CB 500', 'cb500', true],
  ['CB-500', 'cb 5', true],
  ['Citroën', 'citroen', true],
  ['Honda', '', true],
  ['Honda', 'ond', true],
  ['Honda', 'hon da x', false],
])('%s matches "%s": %s', (text, typed, found) => {
  expect(matches(text, typed)).toBe(found);
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
    q: null,
  });
  expect(['', 'company=1', 'm=year', 'company=1&m=week'].map(place)).toEqual([null, null, null, null]);
  expect(subItemText('year', { name: 'CB 500', year: 2007 })).toBe('CB 500');
  expect(subItemText('model', { name: 'CB 500', year: 2007 })).toBe('2007');
});

test('a search is read from the URL, and written without default values', () => {
  const terms = termsOf(new URLSearchParams('make=+Honda+&year=2007&sorting=toString&order=desc'));
  expect(terms).toEqual({ make: 'Honda', model: '', year: '2007', keyword: '', sorting: 'make', order: 'desc' });
  expect(searchOf(terms).toString()).toBe('make=Honda&year=2007&order=desc');
  expect(variablesOf(terms, 2, 10)).toEqual({
    ...{ page: 2, limit: 10, sortBy: 'MAKE', dir: 'DESC' },
    ...{ make: 'Honda', model: null, year: 2007, keyword: null },
  });
  expect(variablesOf({ ...terms, year: '20 07' }, 1, 10).year).toBeNull();
  expect(isEmpty(terms)).toBe(false);
  expect(isEmpty(termsOf(new URLSearchParams('make=+&sorting=year')))).toBe(true);
});
