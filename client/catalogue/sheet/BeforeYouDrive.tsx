import { Notice } from '../../components/notice/Notice';
import { styled } from '../../components/styled';
import { Value } from '../../components/text/Value';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { immobiliser, isRecorded } from '../keyData';
import { BEFORE_YOU_DRIVE, beforeYouDrive, KEYS_LEFT, NOT_KNOWN, warningOf } from './driveAdvice';
import { SheetSection } from './SheetSection';

const Prospects = styled('dl', {
  bg: 'panel',
  borderWidth: '1px',
  borderRadius: 'sm',
  'div + &': { mt: 2 },
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 3, px: 3, py: 1.5 },
  '& > div + div': { borderTopWidth: '1px' },
  '& dt': { alignSelf: 'center' },
  '& > [data-keys] dt': { w: '6.5rem', flexShrink: 0 },
  '& dd': { fontFamily: 'body' },
  '& > [data-keys] dd': { flex: '1 1 14rem' },
});

/** What can be done with the keys that are left. A sheet on which nothing about it is recorded needs one line. */
export function BeforeYouDrive({ model }: { model: KeyDataFragment | undefined }) {
  const isKnown = model && isRecorded(model, immobiliser);
  const warning = model && warningOf(model);
  return (
    <SheetSection title={BEFORE_YOU_DRIVE} help={immobiliser.help}>
      {warning && (
        <div data-field="WARNING">
          <Notice kind="warning">{warning}</Notice>
        </div>
      )}
      <Prospects>
        {isKnown ? (
          beforeYouDrive(model).map(({ keys, field, sentence }) => (
            <div key={keys} data-keys="" data-field={field}>
              <dt>{keys}</dt>
              <dd>{sentence}</dd>
            </div>
          ))
        ) : (
          <div>
            {KEYS_LEFT.map((keys) => (
              <dt key={keys}>{keys}</dt>
            ))}
            <dd>
              <Value>{model && NOT_KNOWN}</Value>
            </dd>
          </div>
        )}
      </Prospects>
    </SheetSection>
  );
}
