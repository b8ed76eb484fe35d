import { TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import { styled } from '../../components/styled';
import { DisputesContext } from './evidenceContext';
import { labelOf } from './evidenceWords';

const Mark = styled('button', {
  display: 'inline-flex!',
  alignItems: 'center',
  gap: 1,
  w: 'auto!',
  h: 'auto!',
  minH: '1.5rem',
  ms: 1.5,
  fontFamily: 'body',
  fontSize: 'xs',
  fontWeight: 'semibold',
  lineHeight: 1,
  color: 'warning!',
  borderRadius: 'control',
  cursor: 'pointer',
  textDecoration: 'underline',
  whiteSpace: 'nowrap',
  // Below the value, where a column is narrow.
  '@container (max-width: 36rem)': { 'td &': { ms: 0 } },
  verticalAlign: 'middle',
  '@media (pointer: coarse)': { minH: 'control' },
  '@media (hover: hover)': { '&:hover': { bg: 'subtle' } },
});

/** Says beside a value of the sheet that companies dispute it, and shows both sides when it is pressed. */
export function DisputeMark({ field }: { field: string }) {
  const disputes = useContext(DisputesContext);
  if (!disputes?.fields.has(field)) return null;
  return (
    <Mark
      type="button"
      translate="yes"
      aria-label={`Disputed: ${labelOf(field)}`}
      onClick={(event) => {
        // Around it, a touch corrects the value, or selects its position in the drawing.
        event.stopPropagation();
        event.preventDefault();
        disputes.open(field);
      }}
    >
      <TriangleAlert size={16} aria-hidden="true" />
      Disputed
    </Mark>
  );
}
