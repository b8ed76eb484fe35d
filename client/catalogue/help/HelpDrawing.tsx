import type { ReactNode } from 'react';
import { styled } from '../../components/styled';

const Svg = styled('svg', {
  w: 'full',
  h: 'auto',
  overflow: 'visible',
  '& path': { fill: 'none', stroke: 'muted', strokeWidth: '1px' },
  '& [data-blade]': { fill: 'bladeFill', stroke: 'bladeEdge', strokeWidth: '1.5px', strokeLinejoin: 'round' },
  '& [data-card]': { fill: 'panel', stroke: 'controlBorder' },
  '& [data-on-blade]': { stroke: 'onBlade', strokeDasharray: '2 3' },
  '& [data-measure]': { stroke: 'accent', strokeWidth: '1.5px' },
  '& [data-stop]': { stroke: 'text', strokeWidth: '2.5px' },
  '& text': { fill: 'text', fontFamily: 'mono', fontSize: '13px', textAnchor: 'middle' },
  '& [data-number]': { fill: 'muted', fontFamily: 'heading', fontWeight: 'semibold', fontSize: '15px' },
  '& [data-word]': { fill: 'muted', fontFamily: 'body' },
  '& [data-start]': { textAnchor: 'start' },
  '& [data-end]': { textAnchor: 'end' },
  '& [data-figure]': { fill: 'accent', fontWeight: 'bold' },
  '& [data-name]': { fill: 'onBlade', fontWeight: 'bold', fontSize: '15px' },
  // Browsers do not apply forced colours to fill and stroke.
  '@media (forced-colors: active)': {
    '& path, & [data-on-blade]': { stroke: 'CanvasText' },
    '& [data-blade], & [data-card]': { fill: 'Canvas' },
    '& text': { fill: 'CanvasText!' },
    '& [data-measure], & [data-stop]': { stroke: 'Highlight' },
  },
});

interface Props {
  height: number;
  /** What it shows, for whoever does not see it. */
  drawn: string;
  children: ReactNode;
}

/** A schematic drawing, 340 wide: its cuts are deeper than on a key, so that they can be told apart. */
export const HelpDrawing = ({ height, drawn, children }: Props) => (
  <div translate="no">
    <Svg viewBox={`0 0 340 ${height}`} role="img" aria-label={drawn}>
      {children}
    </Svg>
  </div>
);
