import { useApolloClient } from '@apollo/client/react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { FormField } from '../components/form/FormField';
import { RecordForm } from '../components/record/RecordForm';
import type { RecordKind } from '../components/record/record';
import { CreateFeedbackDocument } from '../graphql/generated/feedback';
import { feedbackPaths, landingPath } from '../paths';
import { useSession } from '../session';
import { useForget } from './feedbackChanges';

interface FeedbackValues {
  email: string;
  phoneNumber: string;
  comment: string;
}

const feedbackKind: RecordKind<FeedbackValues> = {
  title: 'Feedback',
  paths: feedbackPaths,
  fields: [
    { name: 'email', label: 'Email Id' },
    { name: 'phoneNumber', label: 'Phone Number' },
    { name: 'comment', label: 'Comment' },
  ],
  words: { created: 'Feedback submitted successfully!' },
};

/** The form for feedback about the guide itself. */
export function FeedbackForm() {
  const { mutate } = useApolloClient();
  const forget = useForget();
  const { user } = useSession();
  const missing = useSearchParams()[0].get('missing');
  const { state } = useLocation();
  const comment: string = state?.comment ?? (missing ? `Missing bike: ${missing}` : '');
  return (
    <RecordForm
      kind={feedbackKind}
      record={null}
      values={{ email: user?.username ?? '', phoneNumber: '', comment }}
      hasList={user?.isAdmin}
      // A locksmith returns to the lookup (docs/look.md, "Forms").
      next={user?.isAdmin ? feedbackPaths.list : landingPath()}
      save={async (input) => {
        const { data: sent } = await mutate({ mutation: CreateFeedbackDocument, variables: { input } });
        forget.feedbackSent();
        return sent?.createFeedback;
      }}
    >
      <FormField name="email" label="Email Id" type="email" required help="We reply to this address." />
      <FormField
        name="phoneNumber"
        label="Phone Number"
        inputMode="tel"
        help="Optional, if you would rather be called."
      />
      <FormField name="comment" label="Comment" lines={6} required />
    </RecordForm>
  );
}
