import { type Correction, CorrectionState } from '../../feedback/correction.entity';
import { type CorrectionInput, CorrectionSort, type CorrectionsInput } from '../../feedback/correction.operations';
import type { Feedback } from '../../feedback/feedback.entity';
import { type FeedbackInput, FeedbackSort, type FeedbacksInput } from '../../feedback/feedback.operations';
import { body, DIRECTIONS, paged, search } from './calls';
import { choice, reader, text, whole } from './reader';
import * as out from './writer';

/* The words of corrections and feedback on the wire: see reader.ts. */

export const correctionsInput = reader<CorrectionsInput>(search, {
  ...paged,
  dir: choice('dir', DIRECTIONS),
  sortBy: choice('sortBy', {
    email_id: CorrectionSort.EMAIL,
    make: CorrectionSort.MAKE,
    model: CorrectionSort.MODEL,
    year: CorrectionSort.YEAR,
    user: CorrectionSort.USER,
    date_created: CorrectionSort.CREATED_AT,
  }),
});

/** user_id may come too and is ignored: the session decides who acts (docs/rules.md, "Roles and access"). */
export const correctionInput = reader<CorrectionInput>(body, {
  email: text('email_id'),
  make: text('make'),
  model: text('model'),
  year: whole('year'),
  comment: text('corrections'),
});

export const correction = out.object<Correction>(
  {
    id: out.whole((correction) => correction.id),
    email_id: out.text((correction) => correction.email),
    user: out.object<Correction>({
      id: out.wholeOrNull((correction) => correction.user?.id ?? null),
      username: out.text((correction) => correction.username),
    }),
    make: out.text((correction) => correction.make),
    model: out.text((correction) => correction.model),
    year: out.whole((correction) => correction.year),
    corrections: out.text((correction) => correction.comment),
    state: out.oneOf(CorrectionState, (correction) => correction.state),
    reason: out.text((correction) => correction.reason),
    date_created: out.time((correction) => correction.createdAt),
  },
  'Correction',
);

export const feedbacksInput = reader<FeedbacksInput>(search, {
  ...paged,
  dir: choice('dir', DIRECTIONS),
  sortBy: choice('sortBy', { email_id: FeedbackSort.EMAIL, date_created: FeedbackSort.CREATED_AT }),
});

export const feedbackInput = reader<FeedbackInput>(body, {
  email: text('email_id'),
  phoneNumber: text('phone_number'),
  comment: text('comment'),
});

export const feedback = out.object<Feedback>(
  {
    id: out.whole((feedback) => feedback.id),
    email_id: out.text((feedback) => feedback.email),
    phone_number: out.text((feedback) => feedback.phoneNumber),
    comment: out.text((feedback) => feedback.comment),
    user_id: out.wholeOrNull((feedback) => feedback.user?.id ?? null),
    user: out.object<Feedback>({ username: out.text((feedback) => feedback.username) }),
    date_created: out.time((feedback) => feedback.createdAt),
  },
  'Feedback',
);
