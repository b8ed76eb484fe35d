import { Box, chakra, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Select } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import { DIRECTIONS, type Direction, nearestDepth, readBitting } from './bitting';
import { KeyDrawing } from './KeyDrawing';
import { type Measures, type Plan, readMeasures } from './readMeasures';

/** The fields stand beside the drawing where there is room, otherwise below it. */
const Bench = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 4,
    '& > figure': { flex: '99 1 20rem' },
    '& > [data-fields]': {
      flex: '1 1 12rem',
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
      gap: 3,
      alignContent: 'start',
      maxW: '30rem',
      _print: { display: 'none' },
    },
  },
});

const isDirection = (text: string): text is Direction => DIRECTIONS.some((direction) => direction === text);

/** The drawing with a bitting and a measured depth to type. Nothing that is typed here leaves the browser. */
export function KeyBench({ measures }: { measures: Measures }) {
  const { plan } = useMemo(() => readMeasures(measures), [measures]);
  if (!plan) return <KeyDrawing measures={measures} />;
  return <DrawnKey plan={plan} measures={measures} />;
}

function DrawnKey({ plan, measures }: { plan: Plan; measures: Measures }) {
  const [bitting, setBitting] = useState('');
  const [chosen, setChosen] = useState<Direction | null>(null);
  const [measured, setMeasured] = useState('');
  const recorded = isDirection(measures.codeDirection) ? measures.codeDirection : null;
  const direction = chosen ?? recorded ?? 'bow to tip';
  const { cuts, problems } = useMemo(() => readBitting(bitting, plan, direction), [bitting, plan, direction]);
  const count = cuts.filter(Boolean).length;
  return (
    <Bench>
      <KeyDrawing measures={measures} cuts={cuts} choosable />
      <div data-fields="">
        <Box>
          <TextField
            label="Bitting"
            placeholder="1-3-2-4"
            inputMode="numeric"
            autoComplete="off"
            fontFamily="mono"
            value={bitting}
            onChange={({ target }) => setBitting(target.value)}
            error={problems.length ? `${problems.join('. ')}.` : undefined}
          />
          <Text fontSize="xs" color="muted" minH="1lh">
            {count > 0 && `${count} of ${plan.positions.length} cuts`}
          </Text>
        </Box>
        <Box>
          <Select
            label="Direction"
            value={direction}
            options={DIRECTIONS.map((one) => [one, one] as const)}
            onChange={(value) => isDirection(value) && setChosen(value)}
          />
          {!recorded && (
            <Text fontSize="xs" color="muted">
              In which direction codes are read is not recorded.
            </Text>
          )}
        </Box>
        <Box>
          <TextField
            label="Measured depth"
            placeholder={plan.depths[0]?.text}
            inputMode="decimal"
            autoComplete="off"
            fontFamily="mono"
            value={measured}
            onChange={({ target }) => setMeasured(target.value)}
          />
          <Text role="status" minH="2lh">
            {nearestDepth(measured, plan)}
          </Text>
        </Box>
      </div>
    </Bench>
  );
}
