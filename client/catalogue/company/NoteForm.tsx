import { Button, Field, Flex, Textarea } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { ErrorText } from '../../components/form/ErrorText';
import { Problem } from '../../components/notice/Problem';
import { LeaveGuard } from '../../components/record/LeaveGuard';
import { useAction } from '../../components/record/useAction';
import type { CompanyNoteFragment } from '../../graphql/generated/notes';
import { newSentId } from '../../offline/send';
import type { Changed, WaitingNote } from './useNotes';

interface Props {
  /** The note that is changed; absent for a new one. */
  note?: CompanyNoteFragment | undefined;
  /** The note that is changed before it is sent. */
  waiting?: WaitingNote | undefined;
  save: (text: string, sentId: string, changed: Changed) => Promise<void>;
  onClose: () => void;
}

/** Writes or changes a note in its place on the sheet. */
export function NoteForm({ note, waiting, save, onClose }: Props) {
  const before = note?.text ?? waiting?.text ?? '';
  const [text, setText] = useState(before);
  const [sentId, setSentId] = useState(newSentId);
  const { run, busy, errors, problem, clear } = useAction();
  const isDirty = useRef(false);
  isDirty.current = text !== before;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async () => {
    const isSaved = await run(() => save(text, sentId, { note, waiting }), ['text']);
    if (!isSaved) return field.current?.focus();
    isDirty.current = false;
    onClose();
  };
  return (
    <form
      aria-label={note || waiting ? 'Change the note' : 'Add a note'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem && <Problem>{problem}</Problem>}
      <Field.Root invalid={Boolean(errors.text)}>
        <Field.Label>{note || waiting ? 'Note' : 'New note'}</Field.Label>
        <Textarea
          ref={field}
          rows={3}
          value={text}
          onChange={({ target }) => {
            clear();
            setText(target.value);
            // Another text is another write.
            setSentId(newSentId());
          }}
        />
        <Field.HelperText>Only your company sees it.</Field.HelperText>
        <ErrorText>{errors.text?.join(', ')}</ErrorText>
      </Field.Root>
      <Flex gap={3} mt={2} wrap="wrap">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </Flex>
      <LeaveGuard isDirty={() => isDirty.current}>Your note is not saved yet.</LeaveGuard>
    </form>
  );
}
