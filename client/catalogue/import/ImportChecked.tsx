import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '../../components/LinkButton';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { DangerButton } from '../../components/notice/DangerButton';
import { Notice } from '../../components/notice/Notice';
import { LeaveGuard } from '../../components/record/LeaveGuard';
import { counted } from '../../components/text/counts';
import type { ImportRecordFragment } from '../../graphql/generated/imports';
import { isOfFile, listBehind, planWords, someOf } from './importWords';
import { MendedBar } from './mending/MendedBar';
import { NearNames } from './mending/NearNames';
import type { Mending } from './mending/useMending';
import { ResultButton } from './ResultButton';
import { ImportTotals } from './rows/ImportTotals';

interface Props {
  record: ImportRecordFragment;
  /** `anyway`: also writes models that would equal another one. */
  onApply: (anyway?: boolean) => void;
  onChangeColumns: () => void;
  onCreateMakes: () => void;
  mending: Mending;
  onCheckAgain: () => void;
}

/** The result of the check, before anything has changed. */
export function ImportChecked({ record, onApply, onChangeColumns, onCreateMakes, mending, onCheckAgain }: Props) {
  const [asked, setAsked] = useState(false);
  const { totals, missingMakes, createMakes } = record;
  const plan = planWords(record);
  const isFile = isOfFile(record);
  const from = listBehind(record);
  const deleted = totals?.deleted ?? 0;
  const duplicates = totals?.duplicates ?? 0;
  const extraRows = isFile && totals ? totals.rows - record.rowCount : 0;
  const writes = (totals?.new ?? 0) + (totals?.changed ?? 0) > 0 && record.mended === 0;
  return (
    <Box>
      <Text mb={3} maxW="measure" overflowWrap="anywhere">
        Nothing has changed yet. {plan.join(' ')}
      </Text>
      {extraRows > 0 && (
        <Text mb={3} maxW="measure">
          {record.splitModels
            ? 'Rows with several models or years are listed once for each'
            : 'Rows with several years are listed once for each year'}
          : {counted(extraRows, 'row')} more than in the file.
        </Text>
      )}
      {/* First, because a mistyped make should not be created. */}
      <NearNames near={record.near} onTake={(near, name) => void mending.replace(near, name)} />
      {missingMakes.length > 0 && !createMakes && (
        <Box mb={3} maxW="54rem">
          <Notice kind="warning" centred>
            <Flex gap={3} wrap="wrap" align="center" justify="space-between">
              <Text flex="1 1 16rem" minW={0} overflowWrap="anywhere">
                {counted(missingMakes.length, 'make')} of this file {missingMakes.length === 1 ? 'is' : 'are'} not in
                the catalogue, so {missingMakes.length === 1 ? 'its' : 'their'} rows are refused: {someOf(missingMakes)}
                .
              </Text>
              <Button variant="outline" onClick={onCreateMakes}>
                Create {missingMakes.length === 1 ? 'it' : 'them'} and check again
              </Button>
            </Flex>
          </Notice>
        </Box>
      )}
      <Flex gap={2} mb={4} wrap="wrap" align="center">
        {deleted > 0 && (
          <DangerButton onClick={() => setAsked(true)}>
            <Trash2 aria-hidden="true" />
            Delete {counted(deleted, 'model')}
          </DangerButton>
        )}
        {/* Of chosen models, the rows below have said all there is to ask. */}
        {writes && <Button onClick={() => (isFile ? setAsked(true) : onApply())}>Apply</Button>}
        {!isFile && duplicates > 0 && (
          <Button variant="outline" onClick={() => onApply(true)}>
            Save {counted(duplicates, 'duplicate')} anyway
          </Button>
        )}
        {isFile ? (
          <>
            <Button variant="outline" onClick={onChangeColumns}>
              Change columns
            </Button>
            <ResultButton record={record} />
          </>
        ) : (
          <LinkButton to={from.path}>{from.words}</LinkButton>
        )}
      </Flex>
      <ImportTotals record={record} mending={mending} />
      <MendedBar mended={record.mended} mending={mending} onCheck={onCheckAgain} />
      <LeaveGuard isDirty={mending.isDirty} />
      <ConfirmDialog
        open={asked}
        title={deleted ? `Delete ${counted(deleted, 'model')}?` : 'Apply this import?'}
        cancel="Cancel"
        confirm={deleted ? 'Delete' : 'Apply'}
        harmless={!deleted}
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          onApply();
        }}
      >
        {plan.map((sentence) => (
          <Text key={sentence} mb={2} overflowWrap="anywhere">
            {sentence}
          </Text>
        ))}
        <Text>
          {deleted
            ? 'It can be undone from this page for 30 days.'
            : 'It is applied completely or not at all, and can be undone from this page.'}
        </Text>
      </ConfirmDialog>
    </Box>
  );
}
