import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { FileUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { DropZone } from '../../../components/form/DropZone';
import { Problem } from '../../../components/notice/Problem';
import { ProgressBar } from '../../../components/notice/ProgressBar';
import { LeaveGuard } from '../../../components/record/LeaveGuard';
import { formatBytes } from '../../../components/text/counts';
import { percentOf } from '../importWords';
import type { SheetUpload } from './useImportUpload';

interface Props extends SheetUpload {
  /** How large the file may be, and that there is a preview. */
  children: ReactNode;
}

/** The drop zone and file button for a sheet, with upload progress. */
export function SheetDrop({ upload, failure, isSending, start, retry, cancel, children }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const uploading = upload !== null;

  // The focused button was replaced by the other one.
  const before = useRef(uploading);
  useEffect(() => {
    if (before.current !== uploading) button.current?.focus();
    before.current = uploading;
  }, [uploading]);

  const percent = percentOf({ done: upload?.sent ?? 0, total: 1 });
  return (
    <Box>
      {failure && (
        <Box mb={3}>
          <Problem onRetry={failure.file && retry}>{failure.message}</Problem>
        </Box>
      )}
      <DropZone
        onFiles={start}
        display="flex"
        flexDirection="column"
        gap={3}
        justifyContent="center"
        minH="8.5rem"
        p={{ base: 3, md: 4 }}
      >
        {upload ? (
          <>
            <Flex gap={3} align="center" justify="space-between">
              <Text fontWeight="semibold" minW={0} overflowWrap="anywhere">
                {upload.file.name}
              </Text>
              <Button ref={button} variant="outline" onClick={cancel}>
                <X aria-hidden="true" />
                Cancel
              </Button>
            </Flex>
            <ProgressBar
              label={percent < 100 ? `Uploading ${upload.file.name}` : `Reading ${upload.file.name}`}
              value={percent}
              max={percent < 100 ? 100 : undefined}
            />
            <Text color="muted">
              {percent < 100 ? `${percent} % of ${formatBytes(upload.file.size)}` : 'The server is reading it...'}
            </Text>
          </>
        ) : (
          <>
            <Flex gap={3} align="center" wrap="wrap">
              <Button ref={button} onClick={() => chooser.current?.click()}>
                <FileUp aria-hidden="true" />
                Choose a file
              </Button>
              <Text>
                .csv or .xlsx
                <chakra.span css={{ '@media (pointer: coarse)': { display: 'none' } }}>, or drop it here</chakra.span>
              </Text>
            </Flex>
            <Text color="muted">{children}</Text>
          </>
        )}
        <input
          ref={chooser}
          type="file"
          accept=".csv,.xlsx"
          hidden
          aria-label="File to import"
          onChange={({ target }) => {
            start([...(target.files ?? [])]);
            // Reset so that the same file can be chosen again after it is corrected.
            target.value = '';
          }}
        />
      </DropZone>
      <LeaveGuard isDirty={isSending} title="Leave while the file is being uploaded?">
        It would have to be uploaded again.
      </LeaveGuard>
    </Box>
  );
}
