import { Field, ID, InputType } from 'type-graphql';
import { Optional, Rule } from './fields';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** For writes that clients may send again because they do not know whether they arrived; the operation calls `once` (gate/once.ts). */
@InputType()
export class SentOnce {
  @Field(() => ID, {
    nullable: true,
    description:
      'A UUID of the caller’s own for this write: sent again with it, within 3 days, it is answered but not done again.',
  })
  @Optional()
  @Rule((value) => (UUID.test(String(value)) ? null : 'The id of what is sent must be a UUID.'))
  sentId?: string | null;
}
