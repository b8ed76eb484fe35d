import { describe, expect, test } from 'vitest';
import { cellsOf, placed } from '../../client/catalogue/measures/pastedCells';

test.each([
  [
    '.1\t.2\r\n.3\t',
    [
      ['.1', '.2'],
      ['.3', ''],
    ],
  ],
  ['.098 .177  .256', [['.098', '.177', '.256']]],
  [
    '6.40 6.20\n5.90 5.20\n',
    [
      ['6.40', '6.20'],
      ['5.90', '5.20'],
    ],
  ],
  ['2.5', [['2.5']]],
  ['', [['']]],
  ['see page 12', [['see page 12']]],
  ['2.5 mm\t5 mm', [['2.5 mm', '5 mm']]],
])('the cells of %j', (text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

describe('placed', () => {
  const column = [['s1'], ['s2'], ['s3']];
  const pairs = [
    ['a1', 'a2'],
    ['b1', 'b2'],
  ];
  test('fills a column from a row or a column, and counts what has no cell', () => {
    expect(placed([['1', '2', '3']], column, 1, 0)).toEqual({
      filled: [
        ['s2', '1'],
        ['s3', '2'],
      ],
      left: 1,
    });
    expect(placed([['1'], ['2']], column, 0, 0)).toEqual({
      filled: [
        ['s1', '1'],
        ['s2', '2'],
      ],
      left: 0,
    });
  });
  test('fills a block in its shape, and a row in reading order', () => {
    expect(
      placed(
        [
          ['1', '2'],
          ['3', '4'],
        ],
        pairs,
        0,
        0,
      ).filled,
    ).toEqual([
      ['a1', '1'],
      ['a2', '2'],
      ['b1', '3'],
      ['b2', '4'],
    ]);
    expect(placed([['1', '2', '3']], pairs, 0, 1).filled).toEqual([
      ['a2', '1'],
      ['b1', '2'],
      ['b2', '3'],
    ]);
  });
});
