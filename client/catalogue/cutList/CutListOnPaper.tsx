import { chakra } from '@chakra-ui/react';
import { type CutList, cellsOf } from './cutListOf';

/** A column for each cut, so that it takes little of the page. Styled like the other tables of the job sheet. */
const Table = chakra('table', {
  base: {
    mb: '1mm',
    tableLayout: 'fixed',
    '& :is(td, tbody th)': { textAlign: 'center!', px: '0!' },
    '& tbody th[scope=row]': { textAlign: 'start!', w: '8.2em!', px: '0.5em!', fontWeight: 'normal' },
    '& td': { fontSize: '1em!', w: 'auto' },
    '& tr[data-main] td': { fontSize: '1.35em!' },
  },
});

/** The cut list on the job sheet. */
export function CutListOnPaper({ list }: { list: CutList }) {
  const { heads, cells } = cellsOf(list);
  return (
    <section data-cut-list="">
      <h2>Cut list</h2>
      <div>{list.facts.map(([label, value]) => `${label}: ${value}`).join(' · ')}</div>
      <Table>
        <tbody translate="no">
          {heads.map((head, row) => (
            <tr key={head} data-main={head === 'Depth' ? '' : undefined}>
              <th scope="row">{head}</th>
              {cells.map((cut) => (
                <td key={cut[0]}>{cut[row]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {list.warnings.length > 0 && <div>{`${list.warnings.join('. ')}.`}</div>}
    </section>
  );
}
