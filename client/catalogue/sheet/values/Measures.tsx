import { type ReactNode, useMemo } from 'react';
import { Notice } from '../../../components/notice/Notice';
import { styled } from '../../../components/styled';
import type { KeyDataFragment } from '../../../graphql/generated/catalogue';
import type { WithOwn } from '../../company/useOwnValues';
import { radioId, useHighlight } from '../../drawing/highlight';
import { readUnit } from '../../drawing/readMeasures';
import { depth, spacing } from '../../keyData';
import { filled } from '../filled';
import { SheetSection } from '../SheetSection';
import { Length } from './Length';
import { SheetValue } from './SheetValue';
import { UnitSwitch } from './UnitSwitch';

/** Placeholder rows: as many as most keys have. */
const skeleton = (rows: number) => Array.from({ length: rows }, (_, index) => ({ number: index + 1, row: undefined }));
/** Tables with more rows than this have smaller rows, to fit the window. */
const MANY = 8;

/**
 * The two tables side by side, and the drawing on their right where there is room. A cut list has the whole width below.
 */
const Block = styled('div', {
  display: 'grid',
  // By share, not by content: otherwise the browser would measure both tables before it lays them out.
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 5fr)',
  columnGap: { base: 2, sm: 3 },
  alignItems: 'start',
  '& > div, & > [data-drawing] > *': { gridColumn: '1 / -1', minW: 0, mt: 2 },
  '& > [data-drawing]': { display: 'contents' },
  // Beside each other, or below each other on a narrow sheet.
  '& > [data-above]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 },
  '& > [data-above] > :first-of-type:not(:only-child)': { flex: '1 1 auto' },
  // No digit of a value breaks off.
  '@container (max-width: 17rem)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '@container (min-width: 36rem)': {
    gridTemplateColumns: 'fit-content(12rem) fit-content(16rem) minmax(0, 1fr)',
    gridTemplateRows: 'auto 1fr',
    '& > section': { gridRow: '1 / span 2' },
    '& > div, & > [data-drawing] > :not(section)': { gridColumn: '3' },
  },
  '& table': { w: 'full', bg: 'panel', borderWidth: '1px' },
  '& :is(th, td)': { h: '2.125rem', px: { base: 1.5, sm: 2.5 }, textAlign: 'start' },
  '& th': { textStyle: 'number', color: 'muted' },
  '& thead th': { h: '1.75rem', fontSize: 'sm' },
  '& thead span': { srOnly: true },
  '& tbody :is(th, td)': { borderTopWidth: '1px' },
  '& tbody th': { w: { base: '1.75rem', sm: '2.25rem' }, textAlign: 'center' },
  // The values to cut are the most prominent (docs/look.md, "Sheet").
  '& td': { textStyle: 'code', borderLeftWidth: '1px', overflowWrap: 'anywhere' },
  '& td label': { display: 'block' },
  '& th label': { display: 'block', mx: -2.5, cursor: 'pointer' },
  '& [data-dense] thead th': { h: '1.25rem' },
  '& [data-dense] tbody :is(th, td)': { h: '1.25rem', lineHeight: 0.95 },
  '& tr[data-highlighted] > *': { bg: 'subtle', color: 'brassText' },
  '@media (forced-colors: active)': { '& tr[data-highlighted] > *': { bg: 'Highlight', color: 'HighlightText' } },
  '& tr[data-highlighted] th': { borderLeftWidth: '3px', borderLeftColor: 'bladeEdge' },
});

interface Props {
  model: (WithOwn<KeyDataFragment> & { sample: boolean }) | undefined;
  /** The drawing: beside the tables, or below them on a narrow sheet. */
  children?: ReactNode;
}

/** The tables of spacing and depth, without the empty rows at the end. */
export function Measures({ model, children }: Props) {
  const { group, active } = useHighlight();
  const positions = model ? filled(model.spacing, Boolean) : skeleton(6);
  const depths = model ? filled(model.depth, ({ name, oneX, twoX }) => Boolean(name || oneX || twoX)) : skeleton(5);
  const recorded = useMemo(() => model && readUnit(model), [model]);
  const dense = Math.max(positions.length, depths.length) > MANY ? '' : undefined;
  return (
    <Block>
      {(model?.sample || model?.hasOwnMeasures || recorded) && (
        <div data-above="">
          {model?.sample && <Notice kind="warning">Sample: not to be cut</Notice>}
          {model?.hasOwnMeasures && <Notice>With our own values</Notice>}
          {recorded && <UnitSwitch recorded={recorded} />}
        </div>
      )}
      <SheetSection title={spacing.title} help={spacing.help}>
        <table aria-label={spacing.title} data-dense={dense}>
          <thead>
            <tr>
              <th scope="col">
                <span>Position</span>
              </th>
              <th scope="col">From stop</th>
            </tr>
          </thead>
          <tbody translate="no">
            {positions.map(({ number, row }) => (
              <tr key={number} data-highlighted={active === number ? '' : undefined}>
                {/* A click on the number, or the value, selects the position in the drawing. */}
                <th scope="row">
                  <label htmlFor={radioId(group, number)}>{number}</label>
                </th>
                <td data-field={`SPACING_${number}`}>
                  <label htmlFor={radioId(group, number)}>
                    <SheetValue field={`SPACING_${number}`}>
                      <Length unit={recorded?.unit}>{row}</Length>
                    </SheetValue>
                  </label>
                </td>
              </tr>
            ))}
            {positions.length === 0 && <NoRow columns={1} />}
          </tbody>
        </table>
      </SheetSection>
      <SheetSection title={depth.title} help={depth.help}>
        <table aria-label={depth.title} data-dense={dense}>
          <thead>
            <tr>
              <th scope="col">
                <span>Depth</span>
              </th>
              <th scope="col">1x</th>
              <th scope="col">2x</th>
            </tr>
          </thead>
          <tbody translate="no">
            {depths.map(({ number, row }) => (
              <tr key={number}>
                <th scope="row" data-field={`DEPTH_${number}_NAME`}>
                  <SheetValue field={`DEPTH_${number}_NAME`}>{row?.name || number}</SheetValue>
                </th>
                <td data-field={`DEPTH_${number}_1X`}>
                  <SheetValue field={`DEPTH_${number}_1X`}>
                    <Length unit={recorded?.unit}>{row?.oneX}</Length>
                  </SheetValue>
                </td>
                <td data-field={`DEPTH_${number}_2X`}>
                  <SheetValue field={`DEPTH_${number}_2X`}>
                    <Length unit={recorded?.unit}>{row?.twoX}</Length>
                  </SheetValue>
                </td>
              </tr>
            ))}
            {depths.length === 0 && <NoRow columns={2} />}
          </tbody>
        </table>
      </SheetSection>
      {children && <div data-drawing="">{children}</div>}
    </Block>
  );
}

/** The row of an empty table. */
const NoRow = ({ columns }: { columns: number }) => (
  <tr>
    <td colSpan={columns + 1}>—</td>
  </tr>
);
