import { Box, Button, Link as ChakraLink, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Pencil, Send, Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '../../components/connection';
import { LinkButton } from '../../components/LinkButton';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { announce } from '../../components/notice/LiveRegion';
import { Notice } from '../../components/notice/Notice';
import { ProgressBar } from '../../components/notice/ProgressBar';
import { PageHeading } from '../../components/PageHeading';
import { styled } from '../../components/styled';
import { counted, formatBytes } from '../../components/text/counts';
import { lookupPath } from '../../paths';
import { useKept, useProgress } from '../keep/kept';
import { loadStore } from '../keptAnswers';
import { sendAgain } from '../send';
import type { KeptSheet, QueuedWrite } from '../store';
import { noteWrites, useWaiting } from '../waiting';
import { savedOn } from './savedAt';

const Rows = styled('ul', {
  listStyleType: 'none',
  borderTopWidth: '1px',
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, py: 2, borderBottomWidth: '1px' },
  '& > li > div:first-of-type': { flex: '1 1 16rem', minW: 0, overflowWrap: 'anywhere' },
  '& small': { display: 'block', fontSize: 'sm', color: 'muted' },
  '& small[data-failure]': { color: 'danger' },
  '& dl': { mt: 1, ps: 3, borderLeftWidth: '3px' },
  '& dt': { fontSize: 'sm', color: 'muted' },
  '& dd': { whiteSpace: 'pre-wrap' },
  '& summary': { display: 'inline-flex', alignItems: 'center', minH: 'control', color: 'accent', cursor: 'pointer' },
});

const Title = chakra('h2', {
  base: { mb: 2, fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'tight' },
});

/** What is kept on this device, and what waits to be sent from it (docs/look.md, "Messages"). */
export function KeptScreen() {
  const { storageProblem } = useConnection();
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="60rem">
      <PageHeading>Kept on this device</PageHeading>
      <Text mt={2} mb={4} maxW="measure">
        Pinned sheets, the last 20 that you opened, and those that you have taken along open without a connection. All
        of it is removed when you sign out.
      </Text>
      <Stack gap={6}>
        {storageProblem && <Notice kind="warning">{storageProblem}</Notice>}
        <Waiting />
        <Sheets />
      </Stack>
    </Box>
  );
}

function Waiting() {
  const waiting = useWaiting();
  const box = useRef<HTMLElement>(null);
  const [removed, setRemoved] = useState<QueuedWrite | null>(null);
  if (!waiting) return <SkeletonRows count={2} />;
  const remove = async ({ sentId, label }: QueuedWrite) => {
    setRemoved(null);
    await (await loadStore()).forgetWrite(sentId);
    await noteWrites();
    announce(`${label} removed`);
    // The pressed button has gone with its row.
    box.current?.focus();
  };
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="waiting">
      <Title id="waiting">Will be sent</Title>
      {waiting.length === 0 && <Text color="muted">Nothing waits to be sent.</Text>}
      {waiting.length > 0 && (
        <Rows aria-labelledby="waiting">
          {waiting.map((write) => (
            <Write key={write.sentId} write={write} onRemove={() => setRemoved(write)} />
          ))}
        </Rows>
      )}
      <ConfirmDialog
        open={removed !== null}
        title="Remove what you wrote?"
        cancel="Keep it"
        confirm="Remove"
        onCancel={() => setRemoved(null)}
        onConfirm={() => removed && void remove(removed)}
      >
        {removed?.label} will not be sent. This cannot be undone.
      </ConfirmDialog>
    </section>
  );
}

function Write({ write, onRemove }: { write: QueuedWrite; onRemove: () => void }) {
  const { sentId, label, edit, madeAt, refusal } = write;
  const { online } = useConnection();
  const [now] = useState(Date.now);
  return (
    <li>
      <div>
        <b translate="no">{label}</b>
        <small>
          {refusal ? 'Not accepted' : 'Will be sent'} · written {savedOn(madeAt, now)}
        </small>
        {refusal && <small data-failure="">The server said: {refusal}</small>}
        <details>
          <summary>What you wrote</summary>
          <dl translate="no">
            {textsOf(write).map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <Flex gap={2} wrap="wrap">
        {edit && (
          <LinkButton
            to={`${edit}${edit.includes('?') ? '&' : '?'}kept=${sentId}`}
            state={{ back: true }}
            Icon={Pencil}
          >
            Edit
          </LinkButton>
        )}
        {refusal && online && (
          <Button variant="outline" onClick={() => void sendAgain(write)}>
            <Send aria-hidden="true" />
            Send again
          </Button>
        )}
        <Button variant="outline" onClick={onRemove} aria-label={`Remove ${label}`}>
          <Trash2 aria-hidden="true" />
          Remove
        </Button>
      </Flex>
    </li>
  );
}

/** The texts of a write that its author typed, with the names of their fields in words. */
function textsOf({ variables }: QueuedWrite) {
  const input = (variables.input ?? {}) as Record<string, unknown>;
  return Object.entries(input).flatMap(([name, text]) =>
    typeof text === 'string' && text.trim() && !/id$/i.test(name)
      ? [
          {
            name:
              name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
            text,
          },
        ]
      : [],
  );
}

const REASONS: Record<KeptSheet['reason'], string> = {
  pinned: 'Pinned',
  recent: 'Recent',
  key: 'Other key of a bike',
  'taken along': 'Taken along',
};

function Sheets() {
  const sheets = useKept();
  const progress = useProgress();
  const box = useRef<HTMLElement>(null);
  const [now] = useState(Date.now);
  if (!sheets) return <SkeletonRows count={6} />;
  const letGo = async (sheet: KeptSheet) => {
    box.current?.focus();
    await (await import('../keep/keepSheets')).letGo(sheet);
    announce(`${sheet.title} let go`);
  };
  const shown = sheets.toSorted(
    (one, other) => (other.takenAt ?? 0) - (one.takenAt ?? 0) || one.title.localeCompare(other.title),
  );
  const bytes = sheets.reduce((sum, sheet) => sum + sheet.bytes, 0);
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="kept">
      <Title id="kept">Sheets</Title>
      <Text color="muted" mb={2}>
        {sheets.length === 0
          ? 'No sheet is kept yet. Pin sheets, or choose “Take this job along” on one.'
          : `${counted(sheets.length, 'sheet')}, ${formatBytes(bytes)}`}
      </Text>
      {shown.length > 0 && (
        <Rows aria-labelledby="kept">
          {shown.map((sheet) => (
            <li key={sheet.id}>
              <div>
                <ChakraLink asChild translate="no" display="inline-flex" alignItems="center" minH="control">
                  <Link to={lookupPath({ make: sheet.makeId, mode: 'model', value: sheet.name, id: sheet.id })}>
                    {sheet.title}
                  </Link>
                </ChakraLink>
                <small>
                  {[
                    sheet.takenAt === null ? REASONS[sheet.reason] : `Taken along ${savedOn(sheet.takenAt, now)}`,
                    sheet.savedAt > 0 ? `saved ${savedOn(sheet.savedAt, now)}` : 'not saved yet',
                    sheet.bytes > 0 && formatBytes(sheet.bytes),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                {sheet.failure && <small data-failure="">{sheet.failure}</small>}
                {progress?.id === sheet.id && (
                  <ProgressBar label={`Keeping ${sheet.title}`} value={progress.done} max={progress.total} />
                )}
              </div>
              {sheet.takenAt !== null && (
                <Button variant="outline" aria-label={`Let go ${sheet.title}`} onClick={() => void letGo(sheet)}>
                  <X aria-hidden="true" />
                  Let go
                </Button>
              )}
            </li>
          ))}
        </Rows>
      )}
    </section>
  );
}
