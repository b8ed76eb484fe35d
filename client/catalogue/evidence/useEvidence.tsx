import { type ReactNode, useMemo, useState } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import { PartBoundary } from '../../components/notice/PartBoundary';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { EvidenceDocument, type SheetEvidenceFragment } from '../../graphql/generated/evidence';
import { retryOf } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import type { DisputesContext } from './evidenceContext';

const DisputedValue = lazyScreen(() => import('./DisputedValue').then((file) => file.DisputedValue));

/** What companies say of a sheet. */
export interface ReadEvidence {
  evidence: SheetEvidenceFragment | undefined;
  /** Whether it did not load. */
  failed: boolean;
  retry: (() => void) | undefined;
}

/**
 * What companies say of the sheet of `model`, read once it is shown as a whole: the values to cut do not wait for it. `dialog`
 * shows both sides of a disputed value.
 */
export function useEvidence(model: ModelSheetFragment | undefined, isWhole: boolean) {
  const { data, error, refetch } = useRead(EvidenceDocument, {
    variables: { modelId: model?.id ?? '' },
    skip: !model || !isWhole,
    fetchPolicy: 'cache-and-network',
  });
  const [opened, open] = useState<string | null>(null);
  const evidence = data?.evidence;
  const disputes = useMemo((): React.ContextType<typeof DisputesContext> => {
    const fields = evidence?.fields.filter(({ wrong }) => wrong > 0) ?? [];
    return fields.length > 0 ? { fields: new Map(fields.map((one) => [one.field as string, one])), open } : null;
  }, [evidence]);
  const shown = opened === null ? undefined : disputes?.fields.get(opened);
  const close = () => open(null);
  const dialog: ReactNode = model && shown && (
    <PartBoundary part={DisputedValue} failure="Both sides did not load." onDismiss={close}>
      <DisputedValue model={model} dispute={shown} onClose={close} />
    </PartBoundary>
  );
  const read: ReadEvidence = { evidence, failed: Boolean(error) && !data, retry: retryOf(error, refetch) };
  return { ...read, disputes, dialog };
}
