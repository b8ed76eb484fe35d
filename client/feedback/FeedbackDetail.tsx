import { Link as ChakraLink, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Notice } from '../components/notice/Notice';
import { RecordProblem } from '../components/record/RecordProblem';
import { useRecord } from '../components/record/useRecord';
import { formatDay } from '../components/text/date';
import { mailtoOf } from '../components/text/mailtoOf';
import { FeedbackDocument, type FeedbackRecordFragment, NextOpenFeedbackDocument } from '../graphql/generated/inbox';
import { useRead } from '../graphql/useRead';
import { feedbackPaths } from '../paths';
import { AnswerForm } from './AnswerForm';
import { Facts } from './Facts';
import { Shown } from './Shown';
import { StateBadge, stateWords } from './StateBadge';

/** The texts are fixed (docs/look.md, "Forms"). */
const HEADING = 'Feed Back Detail';

/** How it was settled. Takes the focus from the button that did it. */
function Outcome({ feedback, isNew }: { feedback: FeedbackRecordFragment; isNew: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  const { state, settledAt, settledBy, answer } = feedback;
  return (
    <div ref={box} tabIndex={-1} style={{ outline: 'none', marginTop: '1rem' }}>
      <Notice>
        <Text fontWeight="semibold">
          {stateWords[state]}
          {settledAt && ` on ${formatDay(settledAt)}`} by {settledBy}
        </Text>
        {answer && <Text whiteSpace="pre-wrap">{answer}</Text>}
      </Notice>
    </div>
  );
}

export function FeedbackDetail() {
  const { id, data, loading, missing, failed, retry } = useRecord(FeedbackDocument);
  const next = useRead(NextOpenFeedbackDocument, { variables: { id }, skip: !data, fetchPolicy: 'cache-and-network' });
  /** The id of the feedback that was open on this page. */
  const wasOpen = useRef<string>(null);
  useEffect(() => {
    if (data?.feedback.state === 'OPEN') wasOpen.current = id;
  }, [data, id]);
  if (missing || failed) {
    return (
      <RecordProblem kind={{ title: HEADING, paths: feedbackPaths }} mode="show" onRetry={missing ? undefined : retry}>
        {missing ? 'No feedback data available' : 'An error occurred while fetching the feedbacks.'}
      </RecordProblem>
    );
  }

  const feedback = data?.feedback;
  const nextId = next.data?.nextOpenFeedback?.id;
  return (
    <Shown
      heading={HEADING}
      title={HEADING}
      list={feedbackPaths.list}
      busy={loading}
      next={nextId && feedbackPaths.show(nextId)}
    >
      <Facts
        label={HEADING}
        facts={[
          [
            'Email id',
            feedback?.email,
            feedback && <ChakraLink href={mailtoOf(feedback.email)}>{feedback.email}</ChakraLink>,
          ],
          ...(feedback?.phoneNumber ? [['Phone number', feedback.phoneNumber] as const] : []),
          ['User', feedback?.username],
          // The card's fixed label for the comment (docs/look.md, "Forms").
          ['Correction', feedback?.comment],
          ['Date Created', feedback && formatDay(feedback.createdAt)],
          ['State', undefined, feedback && <StateBadge state={feedback.state} />],
        ]}
      />
      {feedback && feedback.state !== 'OPEN' && <Outcome feedback={feedback} isNew={wasOpen.current === id} />}
      {feedback?.state === 'OPEN' && <AnswerForm key={id} feedback={feedback} onSettled={retry} />}
    </Shown>
  );
}
