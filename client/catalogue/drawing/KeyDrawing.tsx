import { Text } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { type PointerEvent, useId, useMemo } from 'react';
import { styled } from '../../components/styled';
import { captionOf, positionInWords, summaryOf } from './drawingWords';
import { drawKey, FRAME, type Label } from './geometry';
import { radioId, useHighlight } from './highlight';
import { type Depth, type Measures, readMeasures } from './readMeasures';
import type { LengthUnit } from './units';

const Figure = styled('figure', {
  maxW: '30rem',
  '& > div': { position: 'relative' },
  '& svg': { w: 'full', overflow: 'visible' },
  '& path': { fill: 'none', stroke: 'muted', strokeWidth: '1px' },
  '& [data-blade]': {
    fill: 'color-mix(in srgb, var(--mk-colors-blade-fill) 55%, white)',
    stroke: 'bladeEdge',
    strokeWidth: '1.5px',
  },
  '& [data-datum]': { stroke: 'text', strokeWidth: '2px' },
  '& [data-active]': { stroke: 'accent', strokeWidth: '3px' },
  // Lines on the blade.
  '& [data-across] path': { stroke: 'onBlade' },
  '& text': { fill: 'text', fontFamily: 'mono', fontSize: '13px' },
  '& [data-number]': {
    fill: 'muted',
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: '15px',
    textAnchor: 'middle',
  },
  '& [data-number=active]': { fill: 'accent' },
  '& [role=radiogroup]': { position: 'absolute', inset: 0, touchAction: 'pan-y' },
  // The radio button of a position: a transparent strip over the drawing.
  '& input': {
    position: 'absolute',
    top: 0,
    h: '84%',
    appearance: 'none',
    cursor: 'pointer',
    borderRadius: 'sm',
    outlineOffset: '-3px!',
    _checked: { bg: 'accent/10' },
    '&[tabindex="0"]': { minW: '24px', zIndex: 1 },
  },
  // Browsers do not apply forced colours to fill and stroke.
  '@media (forced-colors: active)': {
    '& path, & [data-across] path': { stroke: 'CanvasText' },
    '& [data-blade]': { fill: 'Canvas' },
    '& [data-name]': { fill: 'CanvasText', stroke: 'Canvas' },
    '& [data-active], & [data-across] [data-active]': { stroke: 'Highlight' },
  },
  '& [data-name]': {
    fill: 'onBlade',
    stroke: 'color-mix(in srgb, var(--mk-colors-blade-fill) 55%, white)',
    strokeWidth: '5px',
    paintOrder: 'stroke',
    fontWeight: 'bold',
    fontSize: '15px',
    textAnchor: 'middle',
  },
  '& > p[aria-hidden]': { minH: { base: '2lh', sm: '1lh' }, _print: { display: 'none' } },
  '& [data-conflict]': { display: 'flex', gap: 1.5, alignItems: 'center', my: 1, color: 'danger' },
  '& [data-conflict] svg': { w: '16px', flexShrink: 0 },
  '& figcaption': { color: 'muted', fontSize: 'xs' },
});
const at = ({ x, y }: Label) => ({ x, y });

interface Props {
  measures: Measures;
  /** The unit of the texts, if it is not the recorded one. */
  shown?: LengthUnit | null;
  /** The depths from bow to tip; null where the blade is not cut. */
  cuts?: readonly (Depth | null)[];
  /** Whether positions can be selected. `HighlightProvider` holds the selection. */
  choosable?: boolean;
}

const NO_CUTS: readonly (Depth | null)[] = [];

/** A drawing of the key from its spacing and depth, or the reason why there is none (docs/look.md, "Drawing"). */
export function KeyDrawing({ measures, shown = null, cuts = NO_CUTS, choosable = false }: Props) {
  const { plan, reason } = useMemo(() => readMeasures(measures, shown), [measures, shown]);
  const drawing = useMemo(() => plan && drawKey(plan, cuts), [plan, cuts]);
  const { group, active, setActive } = useHighlight();
  const clip = useId();
  if (!plan || !drawing) {
    return <Text color="muted">No drawing: {reason}.</Text>;
  }
  const { blade, bow, datum, scribes, rungs, mirrored, across, cutNames, isWidthMadeUp } = drawing;
  // Drawn twice, with colours that contrast with the page, and with the blade.
  const marks = (
    <>
      {[...rungs, ...mirrored].map(({ path }, index) => (
        <path key={index < rungs.length ? `depth ${index}` : `mirrored ${index}`} d={path} strokeDasharray="2 3" />
      ))}
      {across.map(({ number, path }) => (
        <path key={`across ${number}`} d={path} />
      ))}
      {scribes.map(({ number, path }) => (
        <path key={number} d={path} data-active={number === active ? '' : undefined} />
      ))}
    </>
  );
  const choose = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) / width) * FRAME.width;
    const distances = scribes.map((scribe) => Math.abs(scribe.x - x));
    setActive(scribes[distances.indexOf(Math.min(...distances))]?.number ?? null);
  };
  const chosen = scribes.findIndex(({ number }) => number === active);
  return (
    <Figure>
      <div translate="no">
        <svg viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} role="img" aria-label={summaryOf(plan, cuts)}>
          <path d={bow} strokeDasharray="4 3" strokeLinejoin="round" />
          <path data-blade="" d={blade} strokeLinejoin="round" />
          {marks}
          <path data-datum="" d={datum.path} />
          <clipPath id={clip}>
            <path d={blade} />
          </clipPath>
          <g data-across="" clipPath={`url(#${clip})`}>
            {marks}
          </g>
          {[datum, ...scribes].map(({ label }) => (
            <text key={label.text} {...at(label)} data-number={label.text === String(active) ? 'active' : ''}>
              {label.text}
            </text>
          ))}
          <text {...at(datum.text)}>{datum.text.text}</text>
          {[...rungs, ...mirrored].map(
            ({ label }) =>
              label && (
                <text key={label.y} {...at(label)}>
                  {label.text}
                </text>
              ),
          )}
          {cutNames.map((label) => (
            <text key={label.x} {...at(label)} data-name="">
              {label.text}
            </text>
          ))}
        </svg>
        {choosable && (
          <div
            role="radiogroup"
            aria-label="Positions in the drawing"
            // A finger is wider than a strip, so moving it across the drawing selects one position after the other.
            onPointerDown={({ currentTarget, pointerId, pointerType }) =>
              pointerType === 'touch' && currentTarget.setPointerCapture(pointerId)
            }
            onPointerMove={choose}
            onPointerUp={choose}
          >
            {scribes.map(({ number, strip }, index) => (
              <input
                key={number}
                type="radio"
                id={radioId(group, number)}
                name={group}
                aria-label={positionInWords(plan, index, cuts[index])}
                checked={number === active}
                // The same as the browser's default for a group. Explicit, so that the CSS can make this one at least 24 px wide.
                tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
                onChange={() => setActive(number)}
                style={{ left: percent(strip.x), width: percent(strip.width) }}
              />
            ))}
          </div>
        )}
      </div>
      {choosable && (
        <p aria-hidden="true">
          {chosen < 0 ? 'Tap a cut to mark it in the table.' : positionInWords(plan, chosen, cuts[chosen])}
        </p>
      )}
      {plan.conflict && (
        <p data-conflict="">
          <CircleAlert size={16} aria-hidden="true" />
          {`${plan.conflict}. Measure a key before you cut.`}
        </p>
      )}
      <figcaption>{captionOf(plan, isWidthMadeUp, measures.sides)}</figcaption>
    </Figure>
  );
}

const percent = (length: number) => `${(length / FRAME.width) * 100}%`;
