import type { ReactNode } from 'react';
import { styled } from '../../components/styled';
import { Value } from '../../components/text/Value';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { useSession } from '../../session';
import { helpOf } from '../help/Help';
import { blanks, codes, type KeyText, primary } from '../keyData';
import { InVan } from '../van/InVan';
import { CopyButton } from './CopyButton';
import { numbersIn } from './numbersIn';
import { SheetSection } from './SheetSection';
import { SheetValue } from './values/SheetValue';

/** Two lists of labels and values, side by side where there is room. */
const Lists = styled('div', {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  // The codes take what the blanks leave, so that a transponder stays on its line.
  '@container (min-width: 36rem)': { gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)' },
  '& dl': {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    // Touch targets need not be large for a mouse.
    '@media (pointer: fine)': { '--mk-sizes-control': '30px' },
  },
  '& dl > div': { display: 'flex', alignItems: 'center', gap: 2, minH: { base: '2rem', lg: '1.875rem' }, px: 3 },
  '& dl > div + div': { borderTopWidth: '1px' },
  '& dt': { flexShrink: 0, w: '6.5rem' },
  '& dl:first-of-type dt': { w: '3.25rem' },
  '& dl:first-of-type dd': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 },
  // At the end of its row, where no thumb goes for the value.
  '& dl > div:has([data-help])': { position: 'relative', pe: '2.5rem' },
  '& dl [data-help]': { position: 'absolute', top: 0, bottom: 0, right: 0, my: 'auto' },
  // With large text on a phone, a code below its label is not broken after every second letter.
  '@container (max-width: 16rem)': {
    '& dl > div': { display: 'block', py: 1 },
    '& dl:first-of-type dd': { mt: 0.5 },
  },
  '& dd > span': { display: 'inline-flex', alignItems: 'center', minW: 0 },
  '& b': {
    display: 'inline-flex',
    alignItems: 'center',
    px: 1.5,
    // As legible as the values to cut.
    textStyle: 'code',
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
  '& [data-van] dt': { w: 'auto', color: 'muted' },
  '& [data-van] dd': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, fontFamily: 'body' },
  '& [data-van] dd > span': { flexWrap: 'wrap', columnGap: 2 },
  // The sheet's own number beside it is the one to cut.
  '& [data-van] b': { px: 0, borderWidth: 0, textStyle: 'measure', fontWeight: 'bold' },
  '& [data-van] small': { fontSize: 'sm', color: 'muted' },
  '& [data-van] [role=alert]': { color: 'danger' },
  // A target for a finger is higher than the line, which stays as high as the others.
  '& [data-van] button': {
    w: 'auto',
    my: 'calc((1.875rem - var(--mk-sizes-control)) / 2)',
    px: 2,
    fontSize: 'sm',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
  },
  '@media (hover: hover)': { '& button:hover': { bg: 'subtle' } },
});

/** The key blanks, which administrators can copy, and beside them the codes. */
export function Blanks({ model, isOwn }: { model: (KeyDataFragment & { id: string }) | undefined; isOwn: boolean }) {
  const { user } = useSession();
  const blank = ({ name, sheetLabel }: KeyText) => {
    if (!model?.[name]) return <Value>{model?.[name]}</Value>;
    return numbersIn(model[name]).map((number) => (
      <span key={number}>
        <b>{number}</b>
        {user?.isAdmin && <CopyButton text={number} label={sheetLabel} />}
      </span>
    ));
  };
  const list = (texts: readonly KeyText[], value: (text: KeyText) => ReactNode, first?: ReactNode) => (
    <dl>
      {first}
      {texts.map((text) => (
        <div key={text.name} data-field={text.field}>
          <dt>
            {text.sheetLabel}
            {helpOf(text)}
          </dt>
          <dd translate="no">
            <SheetValue field={text.field}>{value(text)}</SheetValue>
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <SheetSection title={primary.title}>
      <Lists>
        {list(blanks, blank)}
        {list(
          codes,
          ({ name }) => (
            <Value>{model?.[name]}</Value>
          ),
          user && !user.isAdmin && !isOwn && <InVan modelId={model?.id} />,
        )}
      </Lists>
    </SheetSection>
  );
}
