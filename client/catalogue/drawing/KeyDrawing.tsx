import { Box, type BoxProps, chakra, Text } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { captionOf, positionInWords, summaryOf } from './drawingWords';
import { drawKey, FRAME, type Label } from './geometry';
import { radioId, useHighlight } from './highlight';
import { type Measure, type Measures, readMeasures } from './readMeasures';

const Lines = chakra('g', { base: { fill: 'none', stroke: 'muted', strokeWidth: '1px' } });
/** Numbers of positions. */
const Numeral = chakra('text', {
  base: { fill: 'muted', fontFamily: 'heading', fontWeight: 'semibold', fontSize: '15px', textAnchor: 'middle' },
});
const Words = chakra('text', { base: { fill: 'text', fontFamily: 'mono', fontSize: '13px' } });
const at = ({ x, y }: Label) => ({ x, y });

/** The strip of a position: a radio button as high as the drawing, over it. */
const Strip = chakra('input', {
  base: {
    position: 'absolute',
    top: 0,
    h: '84%',
    appearance: 'none',
    cursor: 'pointer',
    borderRadius: 'sm',
    outlineOffset: '-3px!',
    _checked: { bg: 'accent/10' },
  },
});

interface Props extends BoxProps {
  measures: Measures;
  /** Depths from bow to tip; null where the blade is not cut. Without them the blade is not cut. */
  cuts?: readonly (Measure | null)[];
  /** Whether positions can be chosen; `HighlightProvider` holds the choice. */
  choosable?: boolean;
}

const NO_CUTS: readonly (Measure | null)[] = [];

/** The key as its spacing and depth draw it, or why they do not (docs/look.md, "Drawing"). */
export function KeyDrawing({ measures, cuts = NO_CUTS, choosable = false, ...box }: Props) {
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
    return (
      <Text color="muted" {...box}>
        No drawing: {reason}.
      </Text>
    );
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
  const shown = scribes.findIndex(({ number }) => number === active);
  return (
    <Box as="figure" maxW="30rem" {...box}>
      <Box position="relative">
        <chakra.svg
          viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
          w="full"
          role="img"
          aria-label={summaryOf(plan, cuts)}
          overflow="visible"
        >
          <Lines strokeDasharray="4 3" strokeLinejoin="round">
            {schematic.map((path) => (
              <path key={path} d={path} />
            ))}
          </Lines>
          <chakra.path d={blade} fill="bladeFill" stroke="bladeEdge" strokeWidth="1.5px" strokeLinejoin="round" />
          <Lines css={{ '& [data-active]': { stroke: 'accent', strokeWidth: '3px' } }}>
            {marks}
            <chakra.path d={datum.path} stroke="text" strokeWidth="2px" />
          </Lines>
          <clipPath id={clip}>
            <path d={blade} />
          </clipPath>
          <Lines clipPath={`url(#${clip})`} stroke="onBlade" css={{ '& [data-active]': { strokeWidth: '3px' } }}>
            {marks}
          </Lines>
          {[datum, ...scribes].map(({ label }) => (
            <Numeral key={label.text} {...at(label)} fill={label.text === String(active) ? 'accent' : undefined}>
              {label.text}
            </Numeral>
          ))}
          {[datum.text, ...rungs.map(({ label }) => label)].map((label) => (
            <Words key={label.text} {...at(label)}>
              {label.text}
            </Words>
          ))}
        </chakra.svg>
        {choosable && (
          <div role="radiogroup" aria-label="Positions in the drawing">
            {scribes.map(({ number, strip }, index) => (
              <Strip
                key={number}
                type="radio"
                id={radioId(group, number)}
                name={group}
                aria-label={positionInWords(plan, index, cuts[index])}
                checked={number === active}
                onChange={() => setActive(number)}
                style={{ left: percent(strip.x), width: percent(strip.width) }}
              />
            ))}
          </div>
        )}
      </Box>
      {choosable && (
        <Text minH={{ base: '2lh', sm: '1lh' }} aria-hidden="true" _print={{ display: 'none' }}>
          {shown < 0 ? 'Choose a position to find it in the table.' : positionInWords(plan, shown, cuts[shown])}
        </Text>
      )}
      <chakra.figcaption color="muted" fontSize="xs">
        {captionOf(plan, isWidthMadeUp, measures.sides)}
      </chakra.figcaption>
    </Box>
  );
}

const percent = (length: number) => `${(length / FRAME.width) * 100}%`;
