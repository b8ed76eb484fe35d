import { useApolloClient } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { toast } from '../../components/notice/toast';
import { formatMoment } from '../../components/text/date';
import { useOnce } from '../../components/useOnce';
import { ModelHistoryDocument, type ModelHistoryQuery, RestoreModelDocument } from '../../graphql/generated/backOffice';
import { errorCode } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { useForget } from '../catalogueChanges';
import { failureOf } from '../failureOf';
import { HistoryEntries } from './HistoryEntries';
import { HistorySection, LIMIT } from './HistorySection';

type Change = NonNullable<ModelHistoryQuery['model']['history']>['items'][number];

interface Props {
  id: string;
  /** The version that the form shows. */
  version: number;
  isDirty: () => boolean;
  /** Called when the model has changed, so the form loads it again. */
  onRestored: () => void;
}

/** The change history of a model, with undo. Shown below the form and loaded after it. */
export function ModelHistory({ id, version, isDirty, onRestored }: Props) {
  const [page, setPage] = useState(1);
  const { data, previousData, error, loading, refetch } = useRead(ModelHistoryDocument, {
    variables: { id, page, limit: LIMIT },
    fetchPolicy: 'cache-and-network',
  });
  const forget = useForget();
  const { mutate } = useApolloClient();
  const [asked, setAsked] = useState<{ change: Change; dirty: boolean } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [once] = useOnce();
  const heading = useRef<HTMLHeadingElement>(null);

  const bringBack = async (change: Change) => {
    setFailure(null);
    try {
      await mutate({ mutation: RestoreModelDocument, variables: { id, changeId: change.id, version } });
      toast('Earlier values restored');
      setPage(1);
      heading.current?.focus();
      onRestored();
    } catch (problem) {
      setFailure(failureOf(problem));
      // Another user's change must not discard typed text.
      if (errorCode(problem) === 'CONFLICT' && !isDirty()) onRestored();
    } finally {
      forget.model(id, 'updated');
    }
  };

  const shown = (data ?? previousData)?.model.history;
  return (
    <>
      <HistorySection
        record={`model-${id}`}
        heading={heading}
        failure={failure}
        total={shown?.total}
        loading={loading}
        onRetry={error && (() => void refetch())}
        page={page}
        onPage={setPage}
      >
        <HistoryEntries changes={shown?.items ?? []} onBringBack={(change) => setAsked({ change, dirty: isDirty() })} />
      </HistorySection>
      <ConfirmDialog
        open={asked !== null}
        title="Restore the earlier state?"
        cancel="Cancel"
        confirm="Restore"
        harmless={!asked?.dirty}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          if (asked) void once(() => bringBack(asked.change));
        }}
      >
        {asked && (
          <>
            <Text>
              The model is restored to its state before the change of {formatMoment(asked.change.createdAt)}; later
              changes are reverted, too. Pictures stay as they are. This is recorded as a new change, and can be
              reverted.
            </Text>
            {asked.dirty && (
              <Text mt={3} color="danger" fontWeight="semibold">
                Unsaved changes in the form will be lost.
              </Text>
            )}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
