import type { Correction } from '../../feedback/correction.entity';
import { type CorrectionInput, CorrectionSort, type CorrectionsInput } from '../../feedback/correction.operations';
import type { Feedback } from '../../feedback/feedback.entity';
import { type FeedbackInput, FeedbackSort, type FeedbacksInput } from '../../feedback/feedback.operations';
import { body, DIRECTIONS, paged, search } from './calls';
import { choice, filled, reader, text, whole } from './reader';

/* The words of corrections and feedback on the wire: see reader.ts. */

export const correctionsInput = reader<CorrectionsInput>(search, {
  ...paged,
  dir: filled(choice('dir', DIRECTIONS)),
  sortBy: choice('sortBy', {
    email_id: CorrectionSort.EMAIL,
    make: CorrectionSort.MAKE,
    model: CorrectionSort.MODEL,
    year: CorrectionSort.YEAR,
    user: CorrectionSort.USER,
    date_created: CorrectionSort.CREATED_AT,
  }),
});

/** Spec section 7 also has user_id: the session decides who acts. */
export const correctionInput = reader<CorrectionInput>(body, {
  email: text('email_id'),
  make: text('make'),
  model: text('model'),
  year: whole('year'),
  comment: text('corrections'),
});

export const correction = (correction: Correction) => ({
  id: correction.id,
  email_id: correction.email,
  user: { id: correction.user?.id ?? null, username: correction.username },
  make: correction.make,
  model: correction.model,
  year: correction.year,
  corrections: correction.comment,
  state: correction.state,
  reason: correction.reason,
  date_created: correction.createdAt.toISOString(),
});

export const feedbacksInput = reader<FeedbacksInput>(search, {
  ...paged,
  dir: filled(choice('dir', DIRECTIONS)),
  sortBy: choice('sortBy', { email_id: FeedbackSort.EMAIL, date_created: FeedbackSort.CREATED_AT }),
});

export const feedbackInput = reader<FeedbackInput>(body, {
  email: text('email_id'),
  phoneNumber: text('phone_number'),
  comment: text('comment'),
});

export const feedback = (feedback: Feedback) => ({
  id: feedback.id,
  email_id: feedback.email,
  phone_number: feedback.phoneNumber,
  comment: feedback.comment,
  user_id: feedback.user?.id ?? null,
  user: { username: feedback.username },
  date_created: feedback.createdAt.toISOString(),
});
