import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { ArgsType, Field, InputType, ObjectType } from 'type-graphql';
import { writeMail } from '../accounts/mail/letter';
import type { Caller } from '../context';
import { AppError, noSuch } from '../errors';
import { described } from '../gate/operation';
import { describeEnum } from '../inputs/describeEnum';
import { LongText, OneOf, Optional, Rule, TextField, wrongEmail, wrongText } from '../inputs/fields';
import { FilterField, findPage, inPeriod, NewestFirstInput, PageOf, PeriodFilter } from '../inputs/list';
import { RecordInput, toId } from '../inputs/record';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../logs/logKind';
import { Feedback, FeedbackState } from './feedback.entity';
import { ownerOf } from './sender';

export enum FeedbackSort {
  EMAIL = 'email',
  CREATED_AT = 'createdAt',
}
describeEnum(FeedbackSort, 'FeedbackSort', 'What feedback is sorted by.', {
  EMAIL: 'The email addresses for the answer.',
  CREATED_AT: 'When it was sent.',
});

@InputType({ description: 'The feedback that meets all of these conditions; without any condition, all of it.' })
export class FeedbackFilter extends PeriodFilter {
  @Field(() => FeedbackState, { nullable: true, description: 'Only feedback in this state.' })
  @Optional()
  @OneOf(FeedbackState, 'There is no such state.')
  state?: FeedbackState | null;
}

@ArgsType()
export class FeedbacksInput extends NewestFirstInput {
  @Field(() => FeedbackSort, { description: 'What it is sorted by.' })
  @OneOf(FeedbackSort, 'Feedback cannot be sorted by this.')
  sortBy: FeedbackSort = FeedbackSort.CREATED_AT;

  @FilterField(() => FeedbackFilter)
  filter?: FeedbackFilter | null;
}

@ObjectType({ description: 'Some of the feedback, and how much there is.' })
export class FeedbackPage extends PageOf(Feedback, 'feedback entries') {}

export const feedbacks = described('A page of feedback.').query(
  'admin',
  FeedbacksInput,
  ({ em }, { filter, ...page }) => {
    const { state, ...period } = filter ?? {};
    const where = [...(state ? [{ state }] : []), ...inPeriod(period)];
    return findPage(em, Feedback, { $and: where } as FilterQuery<Feedback>, page);
  },
);

export const feedback = described('One feedback.').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(Feedback, toId(id)),
);

@InputType({ description: 'Feedback to send.' })
export class FeedbackInput {
  @Field(() => String, { description: 'The email address for the answer.' })
  @Rule((value) => wrongText(value, { label: 'email id', required: true }) ?? wrongEmail(value, 'email id'))
  email!: string;

  @TextField({ label: 'phone number', description: 'A number to call the sender back, as it was typed.' })
  phoneNumber?: string | null;

  @Field(() => String, { description: 'What the sender says, up to 10,000 characters.' })
  @LongText({ label: 'comment', required: true })
  comment!: string;
}

export const createFeedback = described('Sends feedback.').command(
  'member',
  FeedbackInput,
  async ({ em, user }, input) => {
    const feedback = em.create(Feedback, {
      user: user.id,
      username: user.username,
      email: input.email,
      phoneNumber: input.phoneNumber ?? '',
      comment: input.comment,
    });
    await em.flush();
    return feedback;
  },
  { what: 'feedback of', most: 200 },
);

@InputType({ description: 'Which feedback to answer, and the text to mail.' })
export class AnswerFeedbackInput extends RecordInput {
  @Field(() => String, { description: 'The answer, which is mailed to the sender.' })
  @LongText({ label: 'answer', required: true })
  answer!: string;
}

/** How long the mail is worth sending: a week, in hours. */
const MAIL_KEPT = 7 * 24;

/** It quotes the sender, and has their name, only if the address is their own: they could have chosen any other. */
export const answerFeedback = described(
  'Mails an answer to the sender of feedback. CONFLICT if it is not open.',
).command('admin', AnswerFeedbackInput, async ({ em, user, site }, { id, answer }) => {
  const feedback = await settle(em, user, id, FeedbackState.ANSWERED);
  feedback.answer = answer;
  const sent = feedback.createdAt.toISOString().slice(0, 10);
  const sender = await ownerOf(em, feedback);
  writeMail(em, site, {
    to: feedback.email,
    name: sender?.fullName,
    subject: 'Your feedback',
    hours: MAIL_KEPT,
    parts: [
      `On ${sent} you sent us feedback. This is our answer:`,
      feedback.answer,
      sender && { quote: firstWords(feedback.comment) },
      { link: `${site.publicOrigin}/feedback/create`, label: 'Write to us again' },
    ],
  });
  LogEntry.write(em, user, LogKind.FEEDBACK_ANSWERED, {
    subject: { type: LogSubjectType.FEEDBACK, id: feedback.id },
    text: `Answered the feedback ${id}`,
  });
  await em.flush();
  return feedback;
});

/** The beginning of a text, on one line. */
const firstWords = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160).replace(/\s\S*$/, '')} …` : line;
};

@InputType({ description: 'Feedback to close without an answer.' })
export class CloseFeedbackInput extends RecordInput {}

export const closeFeedback = described('Closes feedback without an answer. CONFLICT if it is not open.').command(
  'admin',
  CloseFeedbackInput,
  async ({ em, user }, { id }) => {
    const feedback = await settle(em, user, id, FeedbackState.CLOSED);
    LogEntry.write(em, user, LogKind.FEEDBACK_CLOSED, {
      subject: { type: LogSubjectType.FEEDBACK, id: feedback.id },
      text: `Closed the feedback ${id} without an answer`,
    });
    await em.flush();
    return feedback;
  },
);

/** The open feedback `id`, locked, so that it is settled once. */
async function settle(em: EntityManager, user: Caller, id: string, state: FeedbackState): Promise<Feedback> {
  const feedback = await em.findOneOrFail(Feedback, toId(id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('feedback'),
  });
  if (feedback.state !== FeedbackState.OPEN) {
    throw new AppError('CONFLICT', `This feedback has already been ${feedback.state}.`);
  }
  return Object.assign(feedback, { state, settledBy: user.username, settledAt: new Date() });
}
