import { useApolloClient } from '@apollo/client/react';
import { Button, chakra, Field, Flex, Heading, Textarea } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { ErrorText } from '../components/form/ErrorText';
import { ConfirmDialog } from '../components/notice/ConfirmDialog';
import { Problem } from '../components/notice/Problem';
import { toast } from '../components/notice/toast';
import { LeaveGuard } from '../components/record/LeaveGuard';
import { useAction } from '../components/record/useAction';
import { AnswerFeedbackDocument, CloseFeedbackDocument, type FeedbackRecordFragment } from '../graphql/generated/inbox';
import { useForget } from './feedbackChanges';

interface Props {
  feedback: FeedbackRecordFragment;
  onSettled: () => void;
}

/** The answer to open feedback, which is sent by mail. */
export function AnswerForm({ feedback: { id, email }, onSettled }: Props) {
  const { mutate } = useApolloClient();
  const forget = useForget();
  const { run, busy, errors, problem, clear } = useAction();
  const [answer, setAnswer] = useState('');
  const [asking, setAsking] = useState(false);
  const settled = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const settle = async (act: () => Promise<unknown>, words: string) => {
    if (!(await run(act, ['answer']))) return field.current?.focus();
    settled.current = true;
    toast(words);
    forget.feedbackSettled();
    onSettled();
  };
  const send = () =>
    settle(() => mutate({ mutation: AnswerFeedbackDocument, variables: { id, answer } }), 'Answer sent');
  const close = () => settle(() => mutate({ mutation: CloseFeedbackDocument, variables: { id } }), 'Feedback closed');

  return (
    <chakra.form
      noValidate
      aria-labelledby="answer"
      mt={6}
      display="flex"
      flexDirection="column"
      gap={3}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <Heading as="h2" id="answer" size="lg">
        Answer by mail
      </Heading>
      {problem && <Problem>{problem}</Problem>}
      <Field.Root invalid={Boolean(errors.answer)} required>
        <Field.Label data-required="">Answer</Field.Label>
        <Textarea
          ref={field}
          rows={6}
          value={answer}
          onChange={({ target }) => {
            clear();
            setAnswer(target.value);
          }}
        />
        <Field.HelperText>
          Mailed to {email}, below “On this day you sent us feedback. This is our answer:”. The comment is not quoted.
        </Field.HelperText>
        <ErrorText>{errors.answer?.join(', ')}</ErrorText>
      </Field.Root>
      <Flex gap={3} wrap="wrap">
        <Button type="submit" aria-disabled={busy}>
          <Send aria-hidden="true" />
          {busy ? 'Sending...' : 'Send answer'}
        </Button>
        <Button type="button" variant="outline" aria-disabled={busy} onClick={() => !busy && setAsking(true)}>
          Close without an answer
        </Button>
      </Flex>
      <ConfirmDialog
        open={asking}
        title="Close without an answer?"
        cancel="Cancel"
        confirm="Close it"
        harmless={!answer.trim()}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void close();
        }}
      >
        The sender is not notified.{answer.trim() ? ' Your text will not be sent.' : ''}
      </ConfirmDialog>
      <LeaveGuard isDirty={() => !settled.current && answer.trim() !== ''} title="Leave without sending?">
        Your answer has not been sent yet.
      </LeaveGuard>
    </chakra.form>
  );
}
