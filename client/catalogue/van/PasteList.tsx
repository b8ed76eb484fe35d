import { useApolloClient } from '@apollo/client/react';
import { Field, Text, Textarea } from '@chakra-ui/react';
import { useState } from 'react';
import { DialogForm } from '../../components/form/DialogForm';
import { ErrorText } from '../../components/form/ErrorText';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import { styled } from '../../components/styled';
import { counted, formatCount } from '../../components/text/counts';
import { SaveVanBlanksDocument } from '../../graphql/generated/van';
import { newSentId } from '../../offline/send';
import { pastedBlanks } from './pastedBlanks';

const Preview = styled('div', {
  display: 'grid',
  gap: 3,
  '& ul': { borderWidth: '1px', borderRadius: 'sm', bg: 'panel' },
  '& li': { display: 'flex', gap: 3, justifyContent: 'space-between', px: 3, py: 1.5 },
  '& li + li': { borderTopWidth: '1px' },
  '& li > :first-of-type': { minW: 0, overflowWrap: 'anywhere', fontFamily: 'mono' },
  '& [data-wrong] li': { display: 'block' },
  '& [data-wrong] li > span:last-of-type': { display: 'block', color: 'muted' },
});

/** The lines of each part that are shown. */
const MOST_SHOWN = 20;

const More = ({ count }: { count: number }) =>
  count > MOST_SHOWN ? <Text color="muted">and {formatCount(count - MOST_SHOWN)} more</Text> : null;

/** Adds a list that was typed or pasted, after showing how it is read. */
export function PasteList({ onAdded, onClose }: Record<'onAdded' | 'onClose', () => void>) {
  const { mutate } = useApolloClient();
  const { run, busy, problem, clear } = useAction();
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  /** The same list is added once, however often it is sent. */
  const [sentId, setSentId] = useState(newSentId);
  const { blanks, wrong } = pastedBlanks(text);
  const sum = blanks.reduce((total, { add }) => total + add, 0);

  const add = async () => {
    setAsked(true);
    if (blanks.length === 0) return;
    const isDone = await run(() =>
      mutate({ mutation: SaveVanBlanksDocument, variables: { input: { sentId, blanks } } }),
    );
    if (!isDone) return;
    onAdded();
    toast(`Added ${formatCount(sum)}: ${counted(blanks.length, 'blank')}.`);
    onClose();
  };

  return (
    <DialogForm
      title="Paste a list"
      description="A blank in each line, with its number: “X265 3”, “HD109;2”, or two columns of a spreadsheet. The numbers are added to those in the van."
      label={blanks.length > 0 ? `Add ${counted(blanks.length, 'blank')}` : 'Add'}
      wide
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <Field.Root invalid={isAsked && blanks.length === 0}>
        <Field.Label>List</Field.Label>
        <Textarea
          data-first-field=""
          rows={6}
          fontFamily="mono"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            clear();
            setAsked(false);
            setSentId(newSentId());
            setText(target.value);
          }}
        />
        <ErrorText>Paste or type at least one blank.</ErrorText>
      </Field.Root>
      <Preview aria-live="polite">
        {blanks.length > 0 && (
          <div>
            <Text mb={1} fontWeight="semibold">
              {counted(blanks.length, 'blank')}, {formatCount(sum)} together
            </Text>
            <ul translate="no" aria-label="Will be added">
              {blanks.slice(0, MOST_SHOWN).map(({ name, add: number }) => (
                <li key={name}>
                  <span>{name}</span>
                  <span>+{formatCount(number)}</span>
                </li>
              ))}
            </ul>
            <More count={blanks.length} />
          </div>
        )}
        {wrong.length > 0 && (
          <div data-wrong="">
            <Text mb={1} fontWeight="semibold">
              Not understood, and left out: {counted(wrong.length, 'line')}
            </Text>
            <ul aria-label="Not understood">
              {wrong.slice(0, MOST_SHOWN).map(({ line, text: words, why }) => (
                <li key={line}>
                  <span translate="no">{words}</span>
                  <span>
                    Line {line}: {why}
                  </span>
                </li>
              ))}
            </ul>
            <More count={wrong.length} />
          </div>
        )}
      </Preview>
    </DialogForm>
  );
}
