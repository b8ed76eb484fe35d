import { Skeleton } from '@chakra-ui/react';
import { styled } from '../styled';
import type { ListRow, Rows } from './listColumn';

const Cards = styled('ul', {
  display: 'grid',
  gap: 3,
  '& > li': { bg: 'panel', borderWidth: '1px', borderRadius: 'sm', px: 3, py: 1 },
  '& > li:has([data-saved])': { bg: 'subtle', borderLeftWidth: '4px', borderLeftColor: 'success' },
  // With large text, the value is below its label.
  '& dl > div': { display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 1.5 },
  '& dl > div:has(a, input, button)': { py: 0, alignItems: 'center' },
  '& dl > div:has(img)': { alignItems: 'center' },
  // The box, not the finger's target around it, stands below the other values.
  '& dd label:has(> input)': { ms: 'calc((1.25rem - {sizes.control}) / 2)' },
  // A text of several lines keeps its distance.
  '& dl > div a': { py: 1 },
  '& dl > div + div': { borderTopWidth: '1px' },
  '& dt': { flex: '0 0 8.5rem', color: 'muted' },
  '& dd': { flex: '1 1 8rem', overflowWrap: 'anywhere', minW: 0 },
  '@media (max-width: 359px)': { '& dt': { flexBasis: '6.5rem' } },
});

/** At 768 px and below: a row is a card, with label and value on a line. */
export const ListCards = <Row extends ListRow>({ label, columns, rows, first, limit }: Rows<Row>) => (
  <Cards aria-label={label}>
    {rows
      ? rows.map((row, index) => (
          <li key={row.id}>
            <dl>
              {columns.map(({ key, header, cell, verbatim }) => (
                <div key={key}>
                  <dt>{header}</dt>
                  <dd translate={verbatim ? 'no' : undefined}>{cell(row, first + index) || '—'}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))
      : Array.from({ length: limit }, (_, row) => `row ${row}`).map((row) => (
          <li key={row} aria-hidden="true">
            <Skeleton h={`${columns.length * 2.375}rem`} my={2} />
          </li>
        ))}
  </Cards>
);
