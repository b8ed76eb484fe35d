import { CircleAlert } from 'lucide-react';
import { useContext, useEffect, useId, useMemo, useState } from 'react';
import { SelectControl } from '../../components/form/Select';
import { lazyScreen } from '../../components/lazyScreen';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { styled } from '../../components/styled';
import { useStateOf } from '../../components/useStateOf';
import { plainInput } from '../../recipes';
import { type CutListModel, cutListOf } from '../cutList/cutListOf';
import { Help, helpOf } from '../help/Help';
import type { Topic } from '../help/topics';
import { macsText } from '../keyData';
import { DIRECTIONS, type Direction, nearestDepth, readBitting } from './bitting';
import { macsInWords } from './drawingWords';
import { KeyDrawing } from './KeyDrawing';
import { PrintedBittingContext } from './printedBitting';
import { type Plan, readMeasures } from './readMeasures';
import { useShownUnit } from './shownUnit';

const CutList = lazyScreen(() => import('../cutList/CutList').then((file) => file.CutList));

/** The drawing, with the fields beside it or, on a narrow sheet, below it. */
const Bench = styled('div', {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  '& > figure': { flex: '99 1 20rem' },
  '& > p': { flex: '1 1 100%', minW: 0 },
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
  '& [data-label]': { display: 'flex', alignItems: 'center', gap: 1, mb: 1 },
  '& [data-fields] label': { fontWeight: 'semibold' },
  '& [data-fields] input:not([type=checkbox])': { ...plainInput, fontFamily: 'mono' },
  '& [data-fields] label[data-check]': {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minH: 'control',
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

/** A label, and beside it what explains it. */
const Label = ({ htmlFor, help, children }: { htmlFor: string; help: Topic; children: string }) => (
  <div data-label="">
    <label htmlFor={htmlFor}>{children}</label>
    <Help topic={help} />
  </div>
);

const isDirection = (text: string): text is Direction => DIRECTIONS.some((direction) => direction === text);

interface Props {
  model: CutListModel;
  /** The bitting at first: that of a key code, one that was chosen elsewhere on the sheet, or empty. */
  first: string;
  /** Another one puts `first` in place of what is typed, also where that is the same as before. */
  turn: number;
}

/**
 * The drawing with fields for a bitting and a measured depth, and the cut list of a complete bitting. What is typed here never
 * leaves the browser.
 */
export function KeyBench({ model, first, turn }: Props) {
  const shown = useShownUnit();
  const { plan } = useMemo(() => readMeasures(model, shown), [model, shown]);
  if (!plan) return <KeyDrawing measures={model} />;
  return <DrawnKey plan={plan} model={model} first={first} turn={turn} />;
}

function DrawnKey({ plan, model, first, turn }: Props & { plan: Plan }) {
  const id = useId();
  const begun = `${turn} ${first}`;
  const [text, setText] = useStateOf(begun, () => first);
  const [chosen, setChosen] = useStateOf<Direction | null>(begun, () => null);
  const [measured, setMeasured] = useState('');
  const recorded = isDirection(model.codeDirection) ? model.codeDirection : null;
  const direction = chosen ?? recorded ?? 'bow to tip';
  const bitting = useMemo(
    () => ({ text: text.trim(), direction, ...readBitting(text, plan, direction) }),
    [text, plan, direction],
  );
  const { cuts, problems, isReadable } = bitting;
  const count = cuts.filter(Boolean).length;
  const { list, reason } = useMemo(() => cutListOf(model, plan, bitting), [model, plan, bitting]);
  const [isPrinted, setPrinted] = useState(true);
  const printed = useContext(PrintedBittingContext);
  useEffect(() => {
    if (!printed) return;
    printed.current = isPrinted && bitting.text ? bitting : null;
    return () => {
      printed.current = null;
    };
  }, [printed, isPrinted, bitting]);
  const isTypedPlainly = plan.depths.every(({ name }) => /^\d$/.test(name));
  return (
    <>
      <Bench>
        <KeyDrawing measures={model} shown={plan.shown} cuts={cuts} choosable />
        <div data-fields="">
          <div>
            <Label htmlFor={`${id}-bitting`} help="Direct and blind codes">
              Bitting
            </Label>
            <input
              id={`${id}-bitting`}
              placeholder={[0, 2, 1, 3].map((row) => plan.depths[row % plan.depths.length]?.name).join('-')}
              inputMode={isTypedPlainly ? 'numeric' : 'text'}
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
              aria-invalid={problems.length > 0}
              aria-describedby={problems.length ? `${id}-problems` : undefined}
            />
            {problems.length > 0 && (
              <span aria-live="polite" id={`${id}-problems`}>
                <CircleAlert size={16} aria-hidden="true" />
                {`${problems.join('. ')}.`}
              </span>
            )}
            <small data-count="">
              {count > 0 && (
                <>
                  {`${count} of ${plan.positions.length} cuts. ${macsInWords(plan)}`}
                  {helpOf(macsText)}
                </>
              )}
            </small>
            {printed && (
              <label data-check="">
                <input type="checkbox" checked={isPrinted} onChange={({ target }) => setPrinted(target.checked)} />
                Print it on the job sheet
              </label>
            )}
          </div>
          <div>
            <Label htmlFor={`${id}-direction`} help="Code direction">
              Direction
            </Label>
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
            <Label htmlFor={`${id}-measured`} help="1x and 2x">
              Measured depth
            </Label>
            <input
              id={`${id}-measured`}
              placeholder={plan.depths[0]?.text}
              inputMode="decimal"
              autoComplete="off"
              value={measured}
              onChange={({ target }) => setMeasured(target.value)}
            />
            <output translate="no">{nearestDepth(measured, plan).join(' ')}</output>
          </div>
        </div>
        {reason && isReadable && count === plan.positions.length && <p>{`No cut list: ${reason}.`}</p>}
      </Bench>
      {list && (
        <PartBoundary part={CutList} failure="The cut list did not load.">
          <CutList list={list} plan={plan} cuts={cuts} sides={model.sides} />
        </PartBoundary>
      )}
    </>
  );
}
