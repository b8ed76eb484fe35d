import { styled } from '../../../components/styled';
import { outlineButton } from '../../../recipes';
import { openJump } from '../../jump/openJump';

/** What Jump finds, one of each kind. */
const EXAMPLES: [kind: string, text: string][] = [
  ['a bike', 'Ninja 400'],
  ['a blank', 'HD109'],
  ['a code', 'A132414'],
  ['a nickname', 'Fireblade'],
];

const List = styled('ul', {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 2,
  '& button': { ...outlineButton, px: 3, columnGap: 2, rowGap: 0, flexWrap: 'wrap' },
  '& b': { fontFamily: 'mono', fontWeight: 'bold' },
  '& small': { fontSize: 'sm', fontWeight: 'normal', color: 'muted' },
});

/** Pressing one runs it in Jump. */
export const Examples = () => (
  <List aria-label="Examples">
    {EXAMPLES.map(([kind, text]) => (
      <li key={kind}>
        <button type="button" className="mk-button" onClick={() => openJump(text)}>
          <small>{kind}</small>
          <b translate="no">{text}</b>
        </button>
      </li>
    ))}
  </List>
);
