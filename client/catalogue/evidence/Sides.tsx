import { styled } from '../../components/styled';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import type { FieldEvidenceFragment } from '../../graphql/generated/evidence';
import { keyDatum } from '../keyData';
import { companies, foundLine } from './evidenceWords';

const List = styled('ul', {
  '& > li': { display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline', py: 1 },
  '& > li + li': { borderTopWidth: '1px' },
  '& b': { textStyle: 'measure', overflowWrap: 'anywhere' },
  '& small': { fontSize: 'sm', color: 'muted' },
});

interface Props {
  model: KeyDataFragment;
  dispute: FieldEvidenceFragment;
}

/** Both sides of a disputed value: the catalogue with its source, and what companies found. */
export const Sides = ({ model, dispute: { field, source, worked, found } }: Props) => (
  <List>
    <li>
      <span>The catalogue says</span>
      <b translate="no">{keyDatum(field)?.read(model) || 'nothing'}</b>
      {source && (
        <small>
          Source: <span translate="no">{source}</span>
        </small>
      )}
      {worked > 0 && <small>Worked for {companies(worked)}</small>}
    </li>
    {found.map((side) => (
      <li key={side.value ?? ''}>{foundLine(side)}</li>
    ))}
  </List>
);
