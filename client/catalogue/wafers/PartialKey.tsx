import { RotateCcw } from 'lucide-react';
import { type CSSProperties, useId, useMemo } from 'react';
import { SelectControl } from '../../components/form/Select';
import { announce } from '../../components/notice/LiveRegion';
import { styled } from '../../components/styled';
import { outlineButton, plainInput } from '../../recipes';
import type { Column } from '../drawing/bitting';
import { readMeasures } from '../drawing/readMeasures';
import { useShownUnit } from '../drawing/shownUnit';
import { SHORT } from '../drawing/units';
import { Help, helpOf } from '../help/Help';
import { macsText } from '../keyData';
import { CellRow } from './CellRow';
import { KnownCuts } from './KnownCuts';
import { NOTHING_TYPED } from './keptCuts';
import { endInWords } from './lockRows';
import { RemainingKeys } from './RemainingKeys';
import { type PartialKeyModel, usePartialKey } from './usePartialKey';

const Frame = styled('div', {
  mt: 3,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 3,
  '& > p': { maxW: 'measure', color: 'muted', fontSize: 'xs' },
  '& > [data-rows]': {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    // Six cells of 48 px need all the width that 320 px leave.
    '@container (max-width: 24rem)': { borderInlineWidth: 0 },
  },
  // A lock: its name and its known cuts, and the cells beside them or, on a narrow sheet, below.
  '& [data-rows] > fieldset': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    minW: 0,
    gap: 1.5,
    px: 2,
    py: 2,
    '@container (min-width: 40rem)': { px: 3 },
  },
  '& [data-rows=few] > fieldset': {
    '@container (min-width: 40rem)': { gridTemplateColumns: '15rem minmax(0, 1fr)', alignItems: 'center' },
  },
  '& [data-rows] > fieldset + fieldset': { borderTopWidth: '1px' },
  '& [data-head]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: 2,
  },
  '& [data-head] h3': { fontWeight: 'semibold', lineHeight: 'snug' },
  '& [data-head] small': { display: 'block', fontSize: 'xs', color: 'muted', overflowWrap: 'anywhere' },
  '& [data-head] label': { display: 'block', fontSize: 'xs', color: 'muted' },
  '& [data-head] input': { ...plainInput, px: 2, fontFamily: 'mono' },
  // Every row has a place for every position, so that the same positions stand below each other, also in two lines.
  '& [data-positions]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(2.75rem, 3.5rem))',
    gap: '1px',
    '@media (pointer: coarse)': { gridTemplateColumns: 'repeat(auto-fill, minmax(3rem, 3.5rem))' },
    '@container (max-width: 24rem)': {
      mx: -2,
      gap: 0,
      gridTemplateColumns: 'repeat(auto-fill, minmax(max(3rem, 100% / var(--in-line) - 1px), 1fr))',
    },
  },
  '& [data-rows=many] [data-positions]': {
    '@container (min-width: 40rem)': { gridTemplateColumns: 'repeat(var(--count), minmax(0, 3.5rem))' },
  },
  '& [data-positions] > *': { position: 'relative', minW: 0 },
  '& [data-positions] b': {
    position: 'absolute',
    zIndex: 1,
    top: '1px',
    insetInlineStart: '4px',
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: 'xs',
    lineHeight: 'tight',
    color: 'muted',
    pointerEvents: 'none',
  },
  '& [data-positions] input': {
    ...plainInput,
    h: 'max(var(--control), 2.75rem)',
    px: 0.5,
    pt: 2.5,
    textAlign: 'center',
    fontFamily: 'mono',
    fontWeight: 'bold',
    _placeholder: { color: 'muted', fontWeight: 'normal', opacity: 1 },
  },
  '& [data-positions] input[data-derived]': { bg: 'subtle' },
  '& [data-measured] input': { fontWeight: 'normal', fontSize: 'xs' },
  '& [data-positions] output': {
    display: 'block',
    mt: 1,
    minH: '2lh',
    fontSize: 'xs',
    lineHeight: 'snug',
    textAlign: 'center',
    color: 'muted',
  },
  '& [data-positions] output strong': { display: 'block', color: 'text', fontFamily: 'mono' },
  // The lock has no wafer here.
  '& [data-none]': { minH: 'max(var(--control), 2.75rem)', borderWidth: '1px', borderStyle: 'dashed' },
  '& [data-together] [data-positions] > span': {
    display: 'flex',
    alignItems: 'end',
    justifyContent: 'center',
    minH: 'max(var(--control), 2.75rem)',
    pb: 1,
    borderWidth: '1px',
    borderColor: 'bladeEdge',
    textStyle: 'code',
  },
  '& [data-together] [data-known]': { bg: 'bladeFill', color: '#141C24' },
  '& [data-together] [data-known] b': { color: '#141C24' },
  '& [data-problems]': { gridColumn: '1 / -1', color: 'danger', fontSize: 'sm' },
  '& [data-choices]': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 3 },
  '& [data-choices] label': { fontSize: 'xs', color: 'muted' },
  '& [data-choices] [data-label]': { display: 'flex', alignItems: 'center', gap: 1 },
  '& [data-choices] button': { ...outlineButton, px: 3 },
});

interface Props {
  model: PartialKeyModel;
  onDraw: (bitting: string) => void;
}

/** The wafer map with what is known of the key, and the keys that remain. What is typed here never leaves the browser. */
export function PartialKey({ model, onDraw }: Props) {
  const shown = useShownUnit();
  const { plan, reason } = useMemo(() => readMeasures(model, shown), [model, shown]);
  if (!plan) {
    return (
      <Frame>
        <p>No partial key: {reason}.</p>
      </Frame>
    );
  }
  return <Known model={model} plan={plan} onDraw={onDraw} />;
}

const MACS_CHOICES = macsText.choices;

function Known({ model, plan, onDraw }: Props & { plan: NonNullable<ReturnType<typeof readMeasures>['plan']> }) {
  const id = useId();
  const key = usePartialKey(model, plan);
  const { typed, setTyped, rows, count, reader, together, measured, column, columns } = key;
  const recorded = plan.macs === null ? '' : String(plan.macs);
  const macs = typed.macs ?? recorded;
  const names = plan.depths.map(({ name }) => name);
  const isDigits = names.every((name) => /^\d$/.test(name));
  const setLock = (lock: string, cuts: Readonly<Record<number, string>>) =>
    setTyped((before) => ({
      ...before,
      cuts: { ...before.cuts, [lock]: { ...before.cuts[lock], ...cuts } },
    }));
  const positions = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <Frame>
      <p>{endInWords(key.first, count)}</p>
      <div
        data-rows={count > 8 ? 'many' : 'few'}
        // On a phone, twelve positions are two lines of six.
        style={{ '--in-line': count > 7 ? 6 : 7, '--count': count } as CSSProperties}
      >
        {rows.map((row) => (
          <fieldset key={row.id} aria-label={row.label}>
            <div data-head="">
              <div>
                <h3>{row.label}</h3>
                <small translate="no">{row.text || 'not recorded'}</small>
                {!row.positions && row.text && <small>Positions not read: all can be filled in.</small>}
                {row.positions?.length === 0 && <small>No wafers.</small>}
              </div>
              {row.cells.length > 0 && <KnownCuts row={row} reader={reader} onCuts={(cuts) => setLock(row.id, cuts)} />}
            </div>
            <CellRow
              label={row.label}
              positions={positions}
              cells={row.cells}
              values={row.typed}
              derived={together}
              inputMode={isDigits ? 'decimal' : 'text'}
              split={(text, room) => reader.splitCell(text, room)}
              isWrong={(text, position) =>
                (text !== '' && key.disputed.has(position)) || reader.readCell(text).problem !== null
              }
              onCuts={(cuts) => setLock(row.id, cuts)}
            />
            {row.problems.length > 0 && <p data-problems="" role="status">{`${row.problems.join('. ')}.`}</p>}
          </fieldset>
        ))}
        <fieldset aria-label="Measured" data-measured="">
          <div data-head="">
            <div>
              <h3>Measured</h3>
              <small>{`With a caliper, in ${SHORT[plan.shown ?? plan.unit.name]}`}</small>
            </div>
            {columns.length > 1 && (
              <div>
                <label htmlFor={`${id}-column`}>Measured as</label>
                <SelectControl
                  id={`${id}-column`}
                  value={column}
                  onChange={({ target }) => setTyped((before) => ({ ...before, column: target.value as Column }))}
                >
                  <option value="1x">1x</option>
                  <option value="2x">2x</option>
                </SelectControl>
              </div>
            )}
          </div>
          <CellRow
            label="Measured"
            positions={positions}
            cells={positions}
            values={typed.measured}
            inputMode="decimal"
            isWrong={(_, position) => Boolean(measured.get(position)?.problem)}
            onCuts={(cuts) => setTyped((before) => ({ ...before, measured: { ...before.measured, ...cuts } }))}
            below={(position) => {
              const cut = measured.get(position);
              return cut?.known && [cut.known.text, cut.error];
            }}
          />
          {[...measured.values()].some(({ problem }) => problem) && (
            <p data-problems="" role="status">
              {`${[...measured.values()].flatMap(({ problem }) => problem ?? []).join('. ')}.`}
            </p>
          )}
        </fieldset>
        <fieldset aria-label="All locks together" data-together="">
          <div data-head="">
            <h3>Together</h3>
          </div>
          <div data-positions="" translate="no">
            {positions.map((position) => (
              <span key={position} data-known={together.get(position) ? '' : undefined}>
                <b>{position}</b>
                {together.get(position)?.replace('no cut', '×') || '?'}
              </span>
            ))}
          </div>
        </fieldset>
      </div>
      <p>
        {`Type a depth (${names.join(', ')}), 3½ or 3.5 for a worn cut between two depths, 2/4 for one of several, ${
          names.includes('0') ? '' : '0 or '
        }“no cut” where the blade is not cut (×). Empty or ? is unknown. Nothing of it leaves this browser.`}
        <Help topic="Half cuts" />
      </p>
      <div data-choices="">
        <div>
          <div data-label="">
            <label htmlFor={`${id}-macs`}>MACS</label>
            {helpOf(macsText)}
          </div>
          <SelectControl
            id={`${id}-macs`}
            value={macs}
            onChange={({ target }) =>
              setTyped((before) => ({ ...before, macs: target.value === recorded ? null : target.value }))
            }
          >
            {['', ...MACS_CHOICES].map((choice) => (
              <option key={choice} value={choice}>
                {`${choice || 'not known'}${choice && choice === recorded ? ' (recorded)' : ''}`}
              </option>
            ))}
          </SelectControl>
        </div>
        <button
          type="button"
          className="mk-button"
          disabled={typed === NOTHING_TYPED}
          onClick={() => {
            setTyped(NOTHING_TYPED);
            announce('Everything known of the key is cleared');
          }}
        >
          <RotateCcw aria-hidden="true" />
          Start again
        </button>
      </div>
      <RemainingKeys
        plan={plan}
        isFromTip={key.isFromTip}
        choices={key.choices}
        space={key.space}
        macs={Number(macs) || null}
        hasKnown={key.hasKnown}
        tried={typed.tried}
        onTried={(tried) => setTyped((before) => ({ ...before, tried }))}
        onDraw={onDraw}
      />
    </Frame>
  );
}
