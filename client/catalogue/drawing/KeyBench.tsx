import { CircleAlert } from 'lucide-react';
import { useContext, useEffect, useId, useMemo, useState } from 'react';
import { SelectControl } from '../../components/form/Select';
import { styled } from '../../components/styled';
import { plainInput } from '../../recipes';
import { DIRECTIONS, type Direction, nearestDepth, readBitting } from './bitting';
import { KeyDrawing } from './KeyDrawing';
import { PrintedBittingContext } from './printedBitting';
import { type Measures, type Plan, readMeasures } from './readMeasures';

/** The drawing, with the fields beside it or, on a narrow sheet, below it. */
const Bench = styled('div', {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  '& > figure': { flex: '99 1 20rem' },
  '& > [data-fields]': {
    flex: '1 1 min(12rem, 100%)',
    minW: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
    gap: 3,
    alignContent: 'start',
    maxW: '30rem',
    _print: { display: 'none' },
  },
  '& [data-fields] label': { display: 'block', mb: 1, fontWeight: 'semibold' },
  '& [data-fields] input:not([type=checkbox])': { ...plainInput, fontFamily: 'mono' },
  '& [data-fields] label[data-check]': {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minH: 'control',
    mb: 0,
    fontWeight: 'normal',
    cursor: 'pointer',
  },
  '& [data-check] input': { boxSize: 5, flexShrink: 0, accentColor: 'accent' },
  '& small': { display: 'block', fontSize: 'xs', color: 'muted' },
  '& [aria-live]': { display: 'flex', gap: 1.5, alignItems: 'center', mt: 1, color: 'danger' },
  '& [aria-live] svg': { flexShrink: 0 },
  '& [data-count]': { minH: '1lh' },
  '& output': { display: 'block', minH: '2lh' },
});

const isDirection = (text: string): text is Direction => DIRECTIONS.some((direction) => direction === text);

interface Props {
  measures: Measures;
  /** The bitting at first: that of a key code, or empty. */
  first: string;
}

/** The drawing with fields for a bitting and a measured depth. What is typed here never leaves the browser. */
export function KeyBench({ measures, first }: Props) {
  const { plan } = useMemo(() => readMeasures(measures), [measures]);
  if (!plan) return <KeyDrawing measures={measures} />;
  return <DrawnKey plan={plan} measures={measures} first={first} />;
}

function DrawnKey({ plan, measures, first }: Props & { plan: Plan }) {
  const id = useId();
  const [bitting, setBitting] = useState(first);
  const [chosen, setChosen] = useState<Direction | null>(null);
  const [measured, setMeasured] = useState('');
  const recorded = isDirection(measures.codeDirection) ? measures.codeDirection : null;
  const direction = chosen ?? recorded ?? 'bow to tip';
  const { cuts, problems } = useMemo(() => readBitting(bitting, plan, direction), [bitting, plan, direction]);
  const count = cuts.filter(Boolean).length;
  const [isPrinted, setPrinted] = useState(first !== '');
  const printed = useContext(PrintedBittingContext);
  useEffect(() => {
    if (!printed) return;
    printed.current = isPrinted && bitting.trim() ? { text: bitting.trim(), direction, cuts } : null;
    return () => {
      printed.current = null;
    };
  }, [printed, isPrinted, bitting, direction, cuts]);
  return (
    <Bench>
      <KeyDrawing measures={measures} cuts={cuts} choosable />
      <div data-fields="">
        <div>
          <label htmlFor={`${id}-bitting`}>Bitting</label>
          <input
            id={`${id}-bitting`}
            placeholder="1-3-2-4"
            inputMode="numeric"
            autoComplete="off"
            value={bitting}
            onChange={({ target }) => setBitting(target.value)}
            aria-invalid={problems.length > 0}
            aria-describedby={problems.length ? `${id}-problems` : undefined}
          />
          {problems.length > 0 && (
            <span aria-live="polite" id={`${id}-problems`}>
              <CircleAlert size={16} aria-hidden="true" />
              {`${problems.join('. ')}.`}
            </span>
          )}
          <small data-count="">{count > 0 && `${count} of ${plan.positions.length} cuts`}</small>
          {printed && (
            <label data-check="">
              <input type="checkbox" checked={isPrinted} onChange={({ target }) => setPrinted(target.checked)} />
              Print it on the job sheet
            </label>
          )}
        </div>
        <div>
          <label htmlFor={`${id}-direction`}>Direction</label>
          <SelectControl
            id={`${id}-direction`}
            value={direction}
            onChange={({ target }) => isDirection(target.value) && setChosen(target.value)}
          >
            {DIRECTIONS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectControl>
          {!recorded && <small>The direction in which codes are read is not recorded.</small>}
        </div>
        <div>
          <label htmlFor={`${id}-measured`}>Measured depth</label>
          <input
            id={`${id}-measured`}
            placeholder={plan.depths[0]?.text}
            inputMode="decimal"
            autoComplete="off"
            value={measured}
            onChange={({ target }) => setMeasured(target.value)}
          />
          <output translate="no">{nearestDepth(measured, plan)}</output>
        </div>
      </div>
    </Bench>
  );
}
