import { Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { announce } from '../../components/notice/LiveRegion';
import { ProgressBar } from '../../components/notice/ProgressBar';
import { counted, formatCount } from '../../components/text/counts';
import type { ImportLineFragment, ImportTask } from '../../graphql/generated/imports';
import { percentOf, taskWords } from './importWords';

/** Progress while the server works on an import; the work continues without this page. */
export function ImportWork({ task, progress }: { task: ImportTask; progress: ImportLineFragment['progress'] }) {
  const quarter = progress ? Math.floor(percentOf(progress) / 25) * 25 : 0;
  const announced = useRef(0);
  useEffect(() => {
    if (quarter > announced.current && quarter < 100) announce(`${quarter} %`);
    announced.current = quarter;
  }, [quarter]);

  const rows = progress?.total
    ? `${formatCount(progress.done)} of ${counted(progress.total, 'row')}`
    : 'Waiting for the server...';
  return (
    <Stack gap={2} p={{ base: 3, md: 4 }} bg="panel" borderWidth="1px" borderRadius="sm">
      <ProgressBar label={taskWords[task]} value={progress?.done ?? 0} max={progress?.total || undefined} />
      <Text>{rows}</Text>
      <Text color="muted">It continues if you leave this page. Nobody sees any changes until it is complete.</Text>
    </Stack>
  );
}
