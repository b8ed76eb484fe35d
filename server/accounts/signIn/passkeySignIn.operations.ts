import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType } from 'type-graphql';
import { AppError } from '../../errors';
import { described, NoInput } from '../../gate/operation';
import { passkeyLimits, resetThrottle, throttle } from '../../gate/throttle/throttle';
import { Flag, Rule, wrongText } from '../../inputs/fields';
import { AsTyped } from '../../inputs/textForms';
import {
  askForAny,
  findPasskey,
  keepChallenge,
  type PasskeyChallenge,
  readAnswer,
  takeChallenge,
  wrongResponse,
} from '../secondFactor/passkeys';
import { rememberDevice } from '../sessions/devices';
import { SignedInUser } from '../sessions/session.operations';
import { openSession } from '../sessions/sessions';
import { lockUser, User } from '../users/user.entity';
import { type Commits, loggingFailures, noteSignIn, shutOut } from './admission';

export const startPasskeySignIn = described(
  'Asks the browser for a passkey of this site; signInWithPasskey takes its answer. TOO_MANY_REQUESTS after too many from one network.',
).chain('visitor', NoInput, async (ctx): Promise<PasskeyChallenge> => {
  await ctx.commit((em) => throttle(em, passkeyLimits(ctx.ip).asked));
  const options = await askForAny(ctx);
  return ctx.commit((em) => keepChallenge(em, options, null));
});

@InputType({ description: 'The answer of a passkey.' })
export class PasskeySignInInput {
  @Field(() => ID, { description: 'The challenge that the browser answered.' })
  @Rule((value) => wrongText(value, { label: 'challenge', required: true }))
  challengeId!: string;

  @Field(() => GraphQLJSON, { description: 'What the browser answered: AuthenticationResponseJSON.' })
  @Rule(wrongResponse)
  @AsTyped()
  response!: object;

  @Field(() => Boolean, { description: 'As for login.' })
  @Flag('remember')
  remember: boolean = false;
}

/** The same for whatever is wrong with the answer. */
const REFUSED = 'This passkey was not accepted. Please try again, or sign in with your password.';

/** A passkey names its user only once it is verified. */
const signIn = loggingFailures(
  () => '(passkey)',
  async (ctx: Commits, { challengeId, response, remember }: PasskeySignInInput) => {
    const limits = passkeyLimits(ctx.ip).answered;
    await ctx.commit((em) => throttle(em, limits));
    const answer = response as AuthenticationResponseJSON;
    const [challenge, passkey] = await ctx.commit(async (em) => [
      await takeChallenge(em, challengeId, null),
      await findPasskey(em, answer.id),
    ]);
    if (!challenge || !passkey) throw new AppError('UNAUTHENTICATED', REFUSED);
    const counter = await readAnswer(ctx, answer, challenge, passkey).catch((error) => {
      ctx.log.info({ err: error }, 'A passkey was refused');
      throw new AppError('UNAUTHENTICATED', REFUSED);
    });
    const outcome = await ctx.commit(async (em) => {
      await lockUser(em, { id: passkey.userId });
      // Not if it was removed, or used, while the answer was being verified.
      const [used] = await em.execute<object[]>(
        'update passkeys set counter = ?, last_used_at = now() where id = ? and counter = ? returning id',
        [counter, passkey.id, passkey.counter],
      );
      if (!used) return new AppError('UNAUTHENTICATED', REFUSED);
      await resetThrottle(em, limits);
      const user = await em.findOneOrFail(User, passkey.userId, { populate: ['client', 'role'] });
      const shut = shutOut(user);
      if (shut) return shut;
      const session = await openSession(em, ctx, user, { remember });
      await rememberDevice(em, ctx, user);
      await noteSignIn(em, user, `Signed in with a passkey from ${ctx.ip}`);
      return session;
    });
    // Thrown outside the transaction, whose changes stay.
    if (outcome instanceof AppError) throw outcome;
    return SignedInUser.of(outcome, ctx);
  },
);

export const signInWithPasskey = described(
  'Signs in with a passkey, which is both factors, and sets the session cookie. UNAUTHENTICATED if it is not accepted, FORBIDDEN for a disabled user, PAYMENT_REQUIRED after the subscription’s end.',
).chain('visitor', PasskeySignInInput, signIn);
