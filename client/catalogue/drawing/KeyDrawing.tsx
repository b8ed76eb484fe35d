import { Text } from '@chakra-ui/react';
import { type PointerEvent, useId, useMemo } from 'react';
import { styled } from '../../components/styled';
import { captionOf, positionInWords, summaryOf } from './drawingWords';
import { drawKey, FRAME, type Label } from './geometry';
import { radioId, useHighlight } from './highlight';
import { type Measure, type Measures, readMeasures } from './readMeasures';

/** One style for the whole drawing, on plain elements (as in rowsWith). */
const Figure = styled('figure', {
  maxW: '30rem',
  '& > div': { position: 'relative' },
  '& svg': { w: 'full', overflow: 'visible' },
  '& path': { fill: 'none', stroke: 'muted', strokeWidth: '1px' },
  '& [data-blade]': { fill: 'bladeFill', stroke: 'bladeEdge', strokeWidth: '1.5px' },
  '& [data-datum]': { stroke: 'text', strokeWidth: '2px' },
  '& [data-active]': { stroke: 'accent', strokeWidth: '3px' },
  // Lines across the blade.
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
  // The strip of a position: a radio button as high as the drawing, over it.
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
  // Forced colours leave lines and areas as they are.
  '@media (forced-colors: active)': {
    '& path, & [data-across] path': { stroke: 'CanvasText' },
    '& [data-blade]': { fill: 'Canvas' },
    '& [data-active], & [data-across] [data-active]': { stroke: 'Highlight' },
  },
  '& > p': { minH: { base: '2lh', sm: '1lh' }, _print: { display: 'none' } },
  '& figcaption': { color: 'muted', fontSize: 'xs' },
});
const at = ({ x, y }: Label) => ({ x, y });

interface Props {
  measures: Measures;
  /** Depths from bow to tip; null where the blade is not cut. Without them the blade is not cut. */
  cuts?: readonly (Measure | null)[];
  /** Whether positions can be chosen; `HighlightProvider` holds the choice. */
  choosable?: boolean;
}

const NO_CUTS: readonly (Measure | null)[] = [];

/** The key as its spacing and depth draw it, or why they do not (docs/look.md, "Drawing"). */
export function KeyDrawing({ measures, cuts = NO_CUTS, choosable = false }: Props) {
  const { plan, reason } = useMemo(() => readMeasures(measures), [measures]);
  const drawing = useMemo(
    () =>
      plan &&
      drawKey(
        plan,
        cuts.map((cut) => cut?.value ?? null),
      ),
    [plan, cuts],
  );
  const { group, active, setActive } = useHighlight();
  const clip = useId();
  if (!plan || !drawing) {
    return <Text color="muted">No drawing: {reason}.</Text>;
  }
  const { blade, schematic, datum, scribes, rungs, isWidthMadeUp } = drawing;
  // Drawn twice: on the blade, and outside of it, in colours that stand out there.
  const marks = (
    <>
      {rungs.map(({ number, path }) => (
        <path key={`depth ${number}`} d={path} strokeDasharray="2 3" />
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
  const shown = scribes.findIndex(({ number }) => number === active);
  return (
    <Figure>
      <div>
        <svg viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} role="img" aria-label={summaryOf(plan, cuts)}>
          <g strokeDasharray="4 3" strokeLinejoin="round">
            {schematic.map((path) => (
              <path key={path} d={path} />
            ))}
          </g>
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
          {[datum.text, ...rungs.map(({ label }) => label)].map((label) => (
            <text key={label.text} {...at(label)}>
              {label.text}
            </text>
          ))}
        </svg>
        {choosable && (
          <div
            role="radiogroup"
            aria-label="Positions in the drawing"
            // A finger is wider than a strip: moved across the drawing, it chooses one position after the other.
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
                // As the browser does it, but said: the target that Tab reaches is never narrower than 24 px.
                tabIndex={index === Math.max(shown, 0) ? 0 : -1}
                onChange={() => setActive(number)}
                style={{ left: percent(strip.x), width: percent(strip.width) }}
              />
            ))}
          </div>
        )}
      </div>
      {choosable && (
        <p aria-hidden="true">
          {shown < 0 ? 'Choose a position to find it in the table.' : positionInWords(plan, shown, cuts[shown])}
        </p>
      )}
      <figcaption>{captionOf(plan, isWidthMadeUp, measures.sides)}</figcaption>
    </Figure>
  );
}

const percent = (length: number) => `${(length / FRAME.width) * 100}%`;
