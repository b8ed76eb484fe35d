import { styled } from '../../../components/styled';
import { Value } from '../../../components/text/Value';
import { numberOf } from '../../drawing/readMeasures';
import { useShownUnit } from '../../drawing/shownUnit';
import { inUnit, type LengthUnit, SHORT, type Unit } from '../../drawing/units';

/** A length in the unit that the user reads; null if it is recorded so, or if it is no length. */
export function convertedLength(text: string, unit: Unit, shown: LengthUnit | null): string | null {
  const value = numberOf(text);
  return value === null || !shown || shown === unit.name ? null : `${inUnit(value, unit, shown)} ${SHORT[shown]}`;
}

const Both = styled('span', {
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 2,
  '& > span': { whiteSpace: 'nowrap' },
  '& > small': { fontSize: 'xs', fontWeight: 'normal', color: 'muted', overflowWrap: 'anywhere' },
});

interface Props {
  /** How lengths are recorded; null if that is not certain. Then nothing is converted. */
  unit: Unit | null | undefined;
  children: string | undefined;
}

/** A recorded length in the unit that the user reads, with what was recorded beside it. */
export function Length({ unit, children }: Props) {
  const shown = useShownUnit();
  const converted = unit && children && convertedLength(children, unit, shown);
  if (!converted) return <Value>{children}</Value>;
  return (
    <Both>
      <span>{converted}</span>
      <small>{`${children} ${SHORT[unit.name]}`}</small>
    </Both>
  );
}
