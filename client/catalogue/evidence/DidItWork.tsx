import { Check, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { sectionId } from '../../components/form/FormSection';
import { lazyScreen } from '../../components/lazyScreen';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { Problem } from '../../components/notice/Problem';
import { styled } from '../../components/styled';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import type { OwnVerdictFragment } from '../../graphql/generated/evidence';
import { outlineButton } from '../../recipes';
import { useSession } from '../../session';
import { DID_IT_WORK, labelOf, workedLine } from './evidenceWords';
import { OwnVerdicts } from './OwnVerdicts';
import { Sides } from './Sides';
import type { ReadEvidence } from './useEvidence';

const VerdictDialog = lazyScreen(() => import('./VerdictDialog').then((file) => file.VerdictDialog));

const Parts = styled('div', {
  minH: '5rem',
  '& > [data-disputed]': { mt: 3 },
  '& > [data-disputed] h3': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    fontWeight: 'semibold',
    color: 'warning',
  },
  '& > [data-verdicts]': { display: 'flex', flexWrap: 'wrap', gap: 3, mt: 2, _print: { display: 'none' } },
  '& > [data-verdicts] button': { ...outlineButton },
});

interface Props extends ReadEvidence {
  model: ModelSheetFragment;
}

/** Whether the sheet worked for others, what they dispute, and what the own company says. */
export function DidItWork({ model, evidence, failed, retry }: Props) {
  const { user } = useSession();
  const [asked, ask] = useState<{ kind: 'worked' | 'wrong'; before: readonly OwnVerdictFragment[] } | null>(null);
  const own = evidence?.own ?? [];
  const close = () => ask(null);
  const press = (kind: 'worked' | 'wrong', before: readonly OwnVerdictFragment[] = []) => ask({ kind, before });
  return (
    <section id={sectionId(DID_IT_WORK)}>
      <h2>{DID_IT_WORK}</h2>
      <Parts>
        {failed && <Problem onRetry={retry}>What others say of it did not load.</Problem>}
        {evidence && <p>{workedLine(evidence)}</p>}
        {evidence?.fields
          .filter(({ wrong }) => wrong > 0)
          .map((dispute) => (
            <div key={dispute.field} data-disputed="">
              <h3>
                <TriangleAlert size={16} aria-hidden="true" />
                {labelOf(dispute.field)} is disputed
              </h3>
              <Sides model={model} dispute={dispute} />
            </div>
          ))}
        {own.length > 0 && <OwnVerdicts model={model} own={own} onChange={press} />}
        {user && !user.isAdmin && (
          <div data-verdicts="">
            <button
              type="button"
              className="mk-button"
              onPointerDown={() => void VerdictDialog.preload()}
              onClick={() =>
                press(
                  'worked',
                  own.filter(({ worked }) => worked),
                )
              }
            >
              <Check aria-hidden="true" />
              It worked
            </button>
            <button
              type="button"
              className="mk-button"
              onPointerDown={() => void VerdictDialog.preload()}
              onClick={() => press('wrong')}
            >
              <X aria-hidden="true" />
              Wrong
            </button>
          </div>
        )}
        {asked && (
          <PartBoundary part={VerdictDialog} failure="The form did not load." onDismiss={close}>
            <VerdictDialog model={model} {...asked} onClose={close} />
          </PartBoundary>
        )}
      </Parts>
    </section>
  );
}
