import { IsEnum } from 'class-validator';
import { ArgsType, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { throttle } from '../accounts/signIn/throttle';
import { Rule, TextField, wrongEmail, wrongText } from '../inputs/fields';
import { findPage, PageInput, PageOf, SortDirection } from '../inputs/list';
import { RecordInput, toId } from '../inputs/record';
import { command, query } from '../operation';
import { Feedback } from './feedback.entity';

export enum FeedbackSort {
  EMAIL = 'email',
  CREATED_AT = 'createdAt',
}
registerEnumType(FeedbackSort, {
  name: 'FeedbackSort',
  description: 'What feedback is sorted by.',
  valuesConfig: {
    EMAIL: { description: 'Where the senders want to be answered.' },
    CREATED_AT: { description: 'When it was sent.' },
  },
});

@ArgsType()
export class FeedbacksInput extends PageInput {
  @Field(() => FeedbackSort, { description: 'What it is sorted by.' })
  @IsEnum(FeedbackSort, { message: 'Feedback cannot be sorted by this.' })
  sortBy: FeedbackSort = FeedbackSort.CREATED_AT;

  @Field(() => SortDirection, { description: 'Which way it is sorted.' })
  @IsEnum(SortDirection, { message: 'The direction must be asc or desc.' })
  override dir: SortDirection = SortDirection.DESC;
}

@ObjectType({ description: 'A page of feedback.' })
export class FeedbackPage extends PageOf(Feedback, 'feedback entries') {}

export const feedbacks = query('admin', FeedbacksInput, ({ em }, input) => findPage(em, Feedback, {}, input));

export const feedback = query('admin', RecordInput, ({ em }, { id }) => em.findOneOrFail(Feedback, toId(id)));

@InputType({ description: 'Feedback to send.' })
export class FeedbackInput {
  @Field(() => String, { description: 'The email address for the answer.' })
  @Rule((value) => wrongText(value, { label: 'email id', required: true }) ?? wrongEmail(value, 'email id'))
  email!: string;

  @TextField({ label: 'phone number', description: 'A phone number.' })
  phoneNumber?: string | null;

  @Field(() => String, { description: 'The comment.' })
  @Rule((value) => wrongText(value, { label: 'comment', max: 10_000, required: true }))
  comment!: string;
}

/** Sends feedback as the signed-in user. */
export const createFeedback = command('member', FeedbackInput, async ({ em, user }, input) => {
  await throttle(em, [{ key: `feedback of ${user.id}`, most: 200, minutes: 60 }]);
  const feedback = em.create(Feedback, {
    user: user.id,
    username: user.username,
    email: input.email.trim(),
    phoneNumber: input.phoneNumber?.trim() ?? '',
    comment: input.comment,
  });
  await em.flush();
  return feedback;
});
