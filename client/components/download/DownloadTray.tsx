import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { CircleAlert, Download as DownloadIcon, RotateCcw, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { ProgressBar } from '../notice/ProgressBar';
import { counted, formatBytes, formatCount } from '../text/counts';
import { currentDownloads, type Download, download, stopDownload, subscribeToDownloads } from './downloads';

const Card = chakra('div', {
  base: {
    ps: 3,
    py: 2,
    pe: 2,
    bg: 'panel',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderLeftWidth: '4px',
    borderLeftColor: 'accent',
    borderRadius: 'control',
    animation: 'appear 150ms',
    '&[data-failed]': { borderLeftColor: 'danger' },
  },
});

function progressOf({ bytes, rows, total }: Download) {
  if (total === undefined) return bytes ? `${formatBytes(bytes)} so far` : 'Waiting for the server...';
  const models = rows === undefined ? counted(total, 'model') : `${formatCount(rows)} of ${counted(total, 'model')}`;
  return `${models} · ${formatBytes(bytes)}`;
}

function Line({ one }: { one: Download }) {
  const { id, fileName, failure, rows, total } = one;
  const Icon = failure ? CircleAlert : DownloadIcon;
  return (
    <Card data-failed={failure ? '' : undefined}>
      <Flex align="center" gap={2.5}>
        <Box color={failure ? 'danger' : 'accent'} flexShrink={0}>
          <Icon size={20} aria-hidden="true" />
        </Box>
        <Text flex={1} minW={0} fontWeight="semibold" overflowWrap="anywhere">
          {fileName}
        </Text>
        {failure ? (
          <IconButton variant="plain" aria-label={`Dismiss ${fileName}`} onClick={() => stopDownload(id)}>
            <X aria-hidden="true" />
          </IconButton>
        ) : (
          <Button variant="plain" px={3} aria-label={`Cancel ${fileName}`} onClick={() => stopDownload(id)}>
            Cancel
          </Button>
        )}
      </Flex>
      {failure ? (
        <Flex role="alert" gap={3} ps={7} pb={1} wrap="wrap" align="center" justify="space-between">
          <Text flex="1 1 10rem">{failure}</Text>
          <Button variant="outline" aria-label={`Retry ${fileName}`} onClick={() => download(one)}>
            <RotateCcw aria-hidden="true" />
            Retry
          </Button>
        </Flex>
      ) : (
        <Box ps={7} pe={1} pb={1}>
          <ProgressBar
            label={`Downloading ${fileName}`}
            value={rows ?? 0}
            max={rows === undefined ? undefined : total}
          />
          <Text mt={1} color="muted" fontSize="xs">
            {progressOf(one)}
          </Text>
        </Box>
      )}
    </Card>
  );
}

/** Bottom right, on every page: downloads in progress and failed downloads. */
export function DownloadTray() {
  const downloads = useSyncExternalStore(subscribeToDownloads, currentDownloads);
  if (downloads.length === 0) return null;
  return (
    <Box
      as="section"
      aria-label="Downloads"
      position="fixed"
      bottom="calc(var(--foot) + 0.75rem)"
      right={3}
      zIndex={3}
      w="min(24rem, calc(100vw - 1.5rem))"
      // In a low window they scroll. The padding is for the ring of the focus.
      maxH="calc(100dvh - {spacing.bar} - var(--foot) - 1rem)"
      overflowY="auto"
      p={1}
      m={-1}
      display="grid"
      gap={2}
    >
      {downloads.map((one) => (
        <Line key={one.id} one={one} />
      ))}
    </Box>
  );
}
