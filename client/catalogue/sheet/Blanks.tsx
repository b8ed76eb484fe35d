import type { ReactNode } from 'react';
import { styled } from '../../components/styled';
import { Value } from '../../components/text/Value';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { useSession } from '../../session';
import { blanks, codes, type KeyText, primary } from '../keyData';
import { CopyButton } from './CopyButton';
import { SheetSection } from './SheetSection';

/** Splits a field with several numbers: "X235 / HD103", "35121-MFL, 35121-MGZ". A slash without spaces is part of a number. */
const numbers = (field: string) => [...new Set(field.split(/\s*[,;\n]\s*|\s+[/|]\s+/).filter(Boolean))];

/** Two lists of labels and values, side by side where there is room. */
const Lists = styled('div', {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  '@container (min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& dl': {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    // Touch targets need not be large for a mouse.
    '@media (pointer: fine)': { '--mk-sizes-control': '32px' },
  },
  '& dl > div': { display: 'flex', alignItems: 'center', gap: 2, minH: '2rem', px: 3 },
  '& dl > div + div': { borderTopWidth: '1px' },
  '& dt': { flexShrink: 0, w: '6.5rem' },
  '& dl:first-of-type dt': { w: '3.25rem' },
  '& dl:first-of-type dd': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 },
  '& dd > span': { display: 'inline-flex', alignItems: 'center', minW: 0 },
  '& b': {
    display: 'inline-flex',
    alignItems: 'center',
    px: 1.5,
    fontWeight: 'bold',
    color: 'brassText',
    borderWidth: '1px',
    borderColor: 'bladeFill',
    borderRadius: 'control',
  },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    boxSize: 'control',
    color: 'accent',
    borderRadius: 'control',
    cursor: 'pointer',
  },
  '@media (hover: hover)': { '& button:hover': { bg: 'subtle' } },
});

/** The key blanks, which administrators can copy, and beside them the codes. */
export function Blanks({ model }: { model: KeyDataFragment | undefined }) {
  const { user } = useSession();
  const blank = ({ name, sheetLabel }: KeyText) => {
    if (!model?.[name]) return <Value>{model?.[name]}</Value>;
    return numbers(model[name]).map((number) => (
      <span key={number}>
        <b>{number}</b>
        {user?.isAdmin && <CopyButton text={number} label={sheetLabel} />}
      </span>
    ));
  };
  const list = (texts: readonly KeyText[], value: (text: KeyText) => ReactNode) => (
    <dl>
      {texts.map((text) => (
        <div key={text.name}>
          <dt>{text.sheetLabel}</dt>
          <dd translate="no">{value(text)}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <SheetSection title={primary.title}>
      <Lists>
        {list(blanks, blank)}
        {list(codes, ({ name }) => (
          <Value>{model?.[name]}</Value>
        ))}
      </Lists>
    </SheetSection>
  );
}
