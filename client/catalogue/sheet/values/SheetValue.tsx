import { type ReactNode, useContext } from 'react';
import { styled } from '../../../components/styled';
import { OwnValuesContext } from '../../company/useOwnValues';
import { DisputeMark } from '../../evidence/DisputeMark';
import { keyDatum } from '../../keyData';

const Ours = styled('span', {
  display: 'inline-flex!',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 2,
  minW: 0,
  '& > span:first-of-type': { srOnly: true },
  '& > small': { fontFamily: 'body', fontSize: 'xs', fontWeight: 'normal', lineHeight: 'snug', color: 'muted' },
  '& > small > b': {
    all: 'unset',
    me: 1.5,
    fontWeight: 'semibold',
    color: 'accent',
  },
  '& > small > em': { me: 1.5, fontStyle: 'normal', fontWeight: 'semibold' },
  '& > small > span': { srOnly: true },
  '& del[data-code]': { fontFamily: 'mono' },
});

interface Props {
  /** The field of the key data, as the graph names it. */
  field: string;
  /** The value: the company's own where it has one. */
  children: ReactNode;
}

/** A value of the sheet. What a member may know of it besides the value stands here. */
export const SheetValue = (props: Props) => (
  <>
    <OursOrTheirs {...props} />
    <DisputeMark field={props.field} />
  </>
);

function OursOrTheirs({ field, children }: Props) {
  const own = useContext(OwnValuesContext);
  const ours = own?.values.get(field);
  if (!own || !ours) return <>{children}</>;
  const datum = keyDatum(field);
  const catalogue = datum?.read(own.catalogue) ?? '';
  return (
    <Ours data-own="">
      <span translate="yes">Our value: </span>
      {children}
      <small translate="yes">
        <b aria-hidden="true">ours</b>
        {ours.waits && <em>Will be sent</em>}
        <span>. Catalogue: </span>
        <del translate={datum?.isLong ? undefined : 'no'} data-code={datum?.isLong ? undefined : ''}>
          {catalogue || '—'}
        </del>
      </small>
    </Ours>
  );
}
