import { Box, Button, chakra, Flex, Skeleton, Text } from '@chakra-ui/react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { useNeedsConnection } from '../../components/notKept';
import { useAction } from '../../components/record/useAction';
import { formatMoment } from '../../components/text/date';
import type { CompanyNoteFragment } from '../../graphql/generated/notes';
import { NoteForm } from './NoteForm';
import { type Bike, useNotes } from './useNotes';

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: 2,
    mb: 2,
    '& > li': { p: 3, bg: 'panel', borderWidth: '1px', borderRadius: 'sm' },
    '& p': { overflowWrap: 'anywhere' },
  },
});

/** The notes of the user's company on a bike (docs/rules.md, "Own values and notes"). */
export function CompanyNotes({ bike }: { bike: Bike }) {
  const { notes, waiting, error, retry, save, remove } = useNotes(bike);
  const needsConnection = useNeedsConnection();
  /** The id of the note that is changed; empty for a new one. */
  const [edited, setEdited] = useState<string | null>(null);
  const [asked, setAsked] = useState<CompanyNoteFragment | null>(null);
  const deleting = useAction();
  const add = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEdited(null);
    // The form, which had the focus, is gone.
    setTimeout(() => add.current?.focus());
  };
  if (error) return <Problem onRetry={retry}>The notes did not load.</Problem>;
  return (
    <Box>
      {notes ? (
        <List aria-label="Our notes" hidden={notes.length + waiting.length === 0}>
          {notes.map((note) => (
            <li key={note.id}>
              {edited === note.id ? (
                <NoteForm note={note} save={save} onClose={close} />
              ) : (
                <>
                  <Text whiteSpace="pre-wrap">{note.text}</Text>
                  <Flex columnGap={2} align="center" wrap="wrap">
                    <Text flex={1} minW="10rem" fontSize="xs" color="muted">
                      <span translate="no">{note.username}</span>, {formatMoment(note.createdAt)}
                      {note.updatedAt !== note.createdAt && `, changed ${formatMoment(note.updatedAt)}`}
                    </Text>
                    {note.own && (
                      <Button variant="plain" px={2} onClick={() => setEdited(note.id)}>
                        <Pencil aria-hidden="true" />
                        Edit
                      </Button>
                    )}
                    {note.deletable && (
                      <Button variant="plain" px={2} onClick={() => setAsked(note)} {...needsConnection}>
                        <Trash2 aria-hidden="true" />
                        Delete
                      </Button>
                    )}
                  </Flex>
                </>
              )}
            </li>
          ))}
          {waiting.map((one) => (
            <li key={one.sentId}>
              {edited === one.sentId ? (
                <NoteForm waiting={one} save={save} onClose={close} />
              ) : (
                <>
                  <Text whiteSpace="pre-wrap">{one.text}</Text>
                  <Flex columnGap={2} align="center" wrap="wrap">
                    <Text flex={1} minW="10rem" fontSize="xs" color={one.refusal ? 'danger' : 'muted'}>
                      {one.refusal ? `Not accepted. ${one.refusal}` : 'Will be sent'}
                    </Text>
                    <Button variant="plain" px={2} onClick={() => setEdited(one.sentId)}>
                      <Pencil aria-hidden="true" />
                      Edit
                    </Button>
                  </Flex>
                </>
              )}
            </li>
          ))}
        </List>
      ) : (
        <Skeleton h="1.5rem" mb={2} />
      )}
      {deleting.problem && <Problem>{deleting.problem}</Problem>}
      {edited === '' ? (
        <NoteForm save={save} onClose={close} />
      ) : (
        <Flex gap={3} align="center" wrap="wrap">
          {notes?.length === 0 && waiting.length === 0 && (
            <Text color="muted">No notes yet. Only your company will see them.</Text>
          )}
          <Button ref={add} variant="outline" disabled={!notes} onClick={() => setEdited('')}>
            <Plus aria-hidden="true" />
            Add a note
          </Button>
        </Flex>
      )}
      <ConfirmDialog
        open={asked !== null}
        title="Delete the note?"
        cancel="Cancel"
        confirm="Delete"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          if (!asked) return;
          void deleting
            .run(() => remove(asked))
            .then((isGone) => {
              if (isGone) announce('Note deleted');
              add.current?.focus();
            });
        }}
      >
        Your colleagues will no longer see it. This cannot be undone.
      </ConfirmDialog>
    </Box>
  );
}
