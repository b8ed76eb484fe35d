import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fragment, jsx, jsxs } from '../../client/jsxRuntime';

const html = (...children: Parameters<typeof jsxs>[1]['children']) => renderToStaticMarkup(jsxs('p', { children }));
const b = jsx('b', { children: 'b' }, 'b');

test('neighbouring texts are one text, which is all that the element contains', () => {
  expect(html('Page ', 3, ' of ', 0)).toBe('<p>Page 3 of 0</p>');
  expect(html('Page ', null, '', false, undefined, 3)).toBe('<p>Page 3</p>');
  expect(html(null, '')).toBe('<p></p>');
});

test('beside anything else, a text has an element of its own', () => {
  expect(html(b, 'one ', 'text', b, 2)).toBe('<p><b>b</b><mk-text>one text</mk-text><b>b</b><mk-text>2</mk-text></p>');
  // Nobody translates blanks.
  expect(html(b, ' ', b)).toBe('<p><b>b</b> <b>b</b></p>');
});

test('so has a text in a fragment or in a list, whatever is beside those', () => {
  expect(html(jsx(Fragment, { children: 'text' }), b)).toBe('<p><mk-text>text</mk-text><b>b</b></p>');
  expect(html(jsxs(Fragment, { children: ['a ', 'text'] }), b)).toBe('<p><mk-text>a text</mk-text><b>b</b></p>');
  expect(html(['text', b], b)).toBe('<p><mk-text>text</mk-text><b>b</b><b>b</b></p>');
  expect(renderToStaticMarkup(jsx('p', { children: ['text', b] }))).toBe('<p><mk-text>text</mk-text><b>b</b></p>');
});
