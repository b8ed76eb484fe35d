import { CircleAlert, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../components/download/saveFile';
import { announce } from '../../components/notice/LiveRegion';
import { toast } from '../../components/notice/toast';
import { styled } from '../../components/styled';
import { copyText } from '../../components/text/copyText';
import { outlineButton } from '../../recipes';
import type { Depth, Plan } from '../drawing/readMeasures';
import { LENGTH_UNITS, type LengthUnit, SHORT } from '../drawing/units';
import { Help } from '../help/Help';
import type { CutList as List } from './cutListOf';
import { copiedText, csvOf } from './cutListTexts';
import { dxfOf, svgOf } from './profileFiles';
import { profileReason, shapesOf } from './profileShapes';

const Frame = styled('section', {
  '& h3': {
    display: 'inline-block',
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: 'lg',
    lineHeight: 'tight',
    verticalAlign: 'middle',
    me: 1,
    mb: 1,
  },
  '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: 4, mb: 2 },
  '& dl > div': { display: 'flex', alignItems: 'baseline', gap: 1.5 },
  '& dd': { fontFamily: 'mono', overflowWrap: 'anywhere', minW: 0 },
  '& table': { w: 'full', maxW: '30rem', bg: 'panel', borderWidth: '1px' },
  '& :is(th, td)': { px: { base: 1.5, sm: 2.5 }, py: 0.5, textAlign: 'start', borderTopWidth: '1px' },
  '& thead th': { textStyle: 'number', color: 'muted', fontSize: 'sm', borderTopWidth: 0 },
  '& tbody th': { textStyle: 'number', color: 'muted' },
  '& td': { textStyle: 'code', borderLeftWidth: '1px' },
  // The user's unit comes first.
  '& td > span': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 },
  '& td > span > span': { whiteSpace: 'nowrap' },
  '& td small': { fontSize: 'xs', fontWeight: 'normal', color: 'muted', whiteSpace: 'nowrap' },
  '& [data-warnings]': { display: 'flex', gap: 1.5, my: 1, color: 'danger' },
  '& [data-warnings] svg': { flexShrink: 0, mt: 1 },
  '& [data-files]': { display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 },
  '& button': { ...outlineButton, px: 3 },
  '& p': { mt: 1, color: 'muted', fontSize: 'sm' },
});

interface Props {
  list: List;
  plan: Plan;
  /** From bow to tip. */
  cuts: readonly (Depth | null)[];
  /** How many sides the key has, as recorded. */
  sides: string;
}

/** What to cut, on the screen, for the clipboard and as files. All of it is made in the browser, and nothing is sent. */
export function CutList({ list, plan, cuts, sides }: Props) {
  const [failure, setFailure] = useState('');
  const first = plan.shown ?? plan.unit.name;
  const units = LENGTH_UNITS.toSorted((a, b) => Number(b === first) - Number(a === first));
  const has2x = list.isDouble && list.rows.every(({ across }) => across);
  const noProfile = profileReason(plan);

  const copy = async () => {
    const isCopied = await copyText(copiedText(list));
    setFailure(isCopied ? '' : 'The browser did not allow copying. Download the CSV file instead.');
    if (isCopied) toast('Cut list copied');
  };
  const save = (content: string, type: string, ending: string) => {
    const name = `cut-list ${list.title}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
    saveFile([content], type, `${name}.${ending}`);
    announce(`${ending.toUpperCase()} file of the cut list saved`);
  };
  const shapes = () => shapesOf(list, plan, cuts, sides);
  return (
    <Frame aria-label="Cut list">
      <h3>Cut list</h3>
      <Help topic="1x and 2x" />
      <dl>
        {list.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      {list.warnings.length > 0 && (
        <div data-warnings="">
          <CircleAlert size={16} aria-hidden="true" />
          {`${list.warnings.join('. ')}.`}
        </div>
      )}
      <table aria-label="Cut list">
        <thead>
          <tr>
            <th scope="col">Position</th>
            <th scope="col">From stop</th>
            <th scope="col">Depth</th>
            <th scope="col">Root (1x)</th>
            {has2x && <th scope="col">2x</th>}
          </tr>
        </thead>
        <tbody translate="no">
          {list.rows.map(({ position, distance, depth, root, across }) => (
            <tr key={position}>
              <th scope="row">{position}</th>
              <td>
                <InBoth length={distance} units={units} />
              </td>
              <td>{depth}</td>
              <td>
                <InBoth length={root} units={units} />
              </td>
              {has2x && across && (
                <td>
                  <InBoth length={across} units={units} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div data-files="">
        <button type="button" className="mk-button" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </button>
        <button type="button" className="mk-button" onClick={() => save(csvOf(list), 'text/csv;charset=utf-8', 'csv')}>
          <Download aria-hidden="true" />
          CSV
        </button>
        {!noProfile && (
          <>
            <button type="button" className="mk-button" onClick={() => save(svgOf(shapes()), 'image/svg+xml', 'svg')}>
              <Download aria-hidden="true" />
              SVG 1:1
            </button>
            <button type="button" className="mk-button" onClick={() => save(dxfOf(shapes()), 'image/vnd.dxf', 'dxf')}>
              <Download aria-hidden="true" />
              DXF 1:1
            </button>
          </>
        )}
      </div>
      {failure && (
        <div data-warnings="" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {failure}
        </div>
      )}
      <p>{noProfile ?? 'Profile only: warding is not drawn'}</p>
    </Frame>
  );
}

/** A length in the user's unit, with the other unit beside it in small type. */
function InBoth({ length, units }: { length: Record<LengthUnit, string>; units: readonly LengthUnit[] }) {
  const [first = 'inch', second = 'mm'] = units;
  return (
    <span>
      <span>{length[first]}</span>
      <small>{`${length[second]} ${SHORT[second]}`}</small>
    </span>
  );
}
