import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '../../components/LinkButton';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Notice } from '../../components/notice/Notice';
import { counted, formatCount } from '../../components/text/counts';
import { formatDay, formatMoment } from '../../components/text/date';
import type { ImportRecordFragment } from '../../graphql/generated/imports';
import { doneWords, isOfFile, list, listBehind, undoneWords } from './importWords';
import { ResultButton } from './ResultButton';
import { ImportTotals } from './rows/ImportTotals';

/** The effect of undoing, in numbers. */
function undoPlan({ totals }: ImportRecordFragment): string {
  const parts = [
    totals?.changed && `restores the earlier values of ${counted(totals.changed, 'model')}`,
    totals?.new && `deletes ${counted(totals.new, 'model')} that it created`,
    totals?.deleted && `restores ${counted(totals.deleted, 'deleted model')}`,
  ].filter((part) => typeof part === 'string');
  return parts.length ? `Undoing it ${list.format(parts)}.` : '';
}

function Left({ undone }: { undone: NonNullable<ImportRecordFragment['undone']> }) {
  const more = undone.left - undone.leftModels.length;
  return (
    <Box mb={3} maxW="54rem">
      <Notice kind="warning">
        <Text fontWeight="semibold">
          {counted(undone.left, 'model')}{' '}
          {undone.left === 1
            ? 'was not reverted: somebody has changed it since'
            : 'were not reverted: somebody has changed them since'}
        </Text>
        <chakra.ul listStyleType="disc" ps={5} overflowWrap="anywhere">
          {undone.leftModels.map((model) => (
            <li key={model}>{model}</li>
          ))}
          {more > 0 && <li>{formatCount(more)} more</li>}
        </chakra.ul>
      </Notice>
    </Box>
  );
}

/** The result of an import with its undo, or the result of the undo. */
export function ImportApplied({ record, onUndo }: { record: ImportRecordFragment; onUndo: () => void }) {
  const [asked, setAsked] = useState(false);
  const { state, appliedAt, undoneAt, undone, rowsDeletedAt } = record;
  const from = listBehind(record);
  const isUndone = state === 'UNDONE';
  /** Deleted models are kept as long as the rows. */
  const isPast = record.kind === 'DELETE' && rowsDeletedAt !== null;
  return (
    <Box>
      <Box mb={3} maxW="54rem">
        <Notice kind={isUndone ? 'info' : 'success'}>
          <Text fontWeight="semibold">{isUndone ? undoneWords(record) : doneWords(record)}</Text>
          <Text color="muted">
            {appliedAt && `Applied ${formatMoment(appliedAt)}`}
            {undoneAt && `, undone ${formatMoment(undoneAt)}`}
          </Text>
        </Notice>
      </Box>
      {undone && undone.left > 0 && <Left undone={undone} />}
      <Flex gap={2} mb={4} wrap="wrap" align="center">
        <LinkButton to={from.path}>{from.words}</LinkButton>
        {isOfFile(record) && <ResultButton record={record} />}
        {!isUndone && !isPast && (
          // For chosen models, the rows above already show what an undo does.
          <Button variant="outline" onClick={() => (isOfFile(record) ? setAsked(true) : onUndo())}>
            <Undo2 aria-hidden="true" />
            Undo
          </Button>
        )}
      </Flex>
      {rowsDeletedAt && (
        <Text mb={3} color="muted">
          Its rows were deleted on {formatDay(rowsDeletedAt)}.
          {!isUndone && (isPast ? ' It can no longer be undone.' : ' It can still be undone.')}
        </Text>
      )}
      <ImportTotals record={record} />
      <ConfirmDialog
        open={asked}
        title="Undo this import?"
        cancel="Cancel"
        confirm="Undo"
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          onUndo();
        }}
      >
        <Text mb={2}>{undoPlan(record)}</Text>
        <Text>
          Models that somebody has changed since are left unchanged, and listed. An undone import cannot be applied
          again.
        </Text>
      </ConfirmDialog>
    </Box>
  );
}
