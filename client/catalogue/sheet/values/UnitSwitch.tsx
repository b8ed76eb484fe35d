import { useId } from 'react';
import { styled } from '../../../components/styled';
import type { RecordedUnit } from '../../drawing/readMeasures';
import { useShownUnit, useUnitChoice } from '../../drawing/shownUnit';
import { LENGTH_UNITS } from '../../drawing/units';

const Frame = styled('fieldset', {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  minW: 0,
  _print: { display: 'none' },
  '& > div': {
    display: 'inline-flex',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'control',
    bg: 'panel',
  },
  '& label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minH: 'control',
    minW: 'control',
    px: 3,
    color: 'accent',
    fontWeight: 'semibold',
    cursor: 'pointer',
    borderRadius: 'control',
    '@media (pointer: fine)': { minH: '2rem' },
  },
  '& label:has(input:checked)': { bg: 'accent', color: 'onAccent' },
  '& label:has(input:focus-visible)': { outline: '3px solid {colors.accent}', outlineOffset: '2px' },
  '& label:has(input:disabled)': { bg: 'transparent', color: 'muted', cursor: 'not-allowed' },
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'inherit' },
  '& small': { color: 'muted', fontSize: 'xs' },
  '@media (forced-colors: active)': {
    '& label:has(input:checked)': { bg: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' },
  },
});

/** The unit in which the user reads all measures. Where the recorded unit is not certain, it says so and converts nothing. */
export function UnitSwitch({ recorded: { unit, problem } }: { recorded: RecordedUnit }) {
  const chosen = useShownUnit();
  const choose = useUnitChoice();
  const name = useId();
  const shown = unit && (chosen ?? unit.name);
  return (
    <Frame aria-label="inch / mm" aria-describedby={problem ? `${name}-problem` : undefined}>
      <div>
        {LENGTH_UNITS.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={shown === one} disabled={!unit} onChange={() => choose(one)} />
            {one}
          </label>
        ))}
      </div>
      {problem && <small id={`${name}-problem`}>{`${problem}: nothing is converted`}</small>}
    </Frame>
  );
}
