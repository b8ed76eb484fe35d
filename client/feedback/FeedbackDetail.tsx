import { Link as ChakraLink } from '@chakra-ui/react';
import { RecordProblem } from '../components/record/RecordProblem';
import { useRecord } from '../components/record/useRecord';
import { formatDay } from '../components/text/date';
import { mailtoOf } from '../components/text/mailtoOf';
import { FeedbackDocument } from '../graphql/generated/inbox';
import { feedbackPaths } from '../paths';
import { Facts } from './Facts';
import { Shown } from './Shown';

/** The texts are fixed (docs/look.md, "Forms"). */
const HEADING = 'Feed Back Detail';

export function FeedbackDetail() {
  const { data, loading, missing, failed, retry } = useRecord(FeedbackDocument);
  if (missing || failed) {
    return (
      <RecordProblem kind={{ title: HEADING, paths: feedbackPaths }} mode="show" onRetry={missing ? undefined : retry}>
        {missing ? 'No feedback data available' : 'An error occurred while fetching the feedbacks.'}
      </RecordProblem>
    );
  }

  const feedback = data?.feedback;
  return (
    <Shown heading={HEADING} title={HEADING} list={feedbackPaths.list} busy={loading}>
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
        ]}
      />
    </Shown>
  );
}
