import type { EntityManager } from '@mikro-orm/postgresql';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType } from 'type-graphql';
import { AppError, invalid, notFound } from '../../errors';
import { described } from '../../gate/operation';
import { newPasskeyLimit, throttle } from '../../gate/throttle/throttle';
import { Rule, wrongText } from '../../inputs/fields';
import { toId } from '../../inputs/record';
import { AsTyped } from '../../inputs/textForms';
import { LogKind } from '../../logs/logKind';
import { lockUser } from '../users/user.entity';
import { noteFactors, payloadOf, prove, requireSpent, type SecondFactorPayload, tellUser } from './factors';
import { askForNew, keepChallenge, type PasskeyChallenge, readNew, takeChallenge, wrongResponse } from './passkeys';
import { PasskeyProofInput } from './secondFactor.operations';

/** docs/rules.md, "Second factor". */
const MOST = 20;

const wrongName = (value: unknown) => wrongText(value, { label: 'name', max: 60, required: true });

@InputType({ description: 'Proof that it is the user who adds a passkey.' })
export class StartPasskeyInput extends PasskeyProofInput {}

export const startPasskey = described('Asks the browser for a new passkey; addPasskey takes its answer.').chain(
  'own',
  StartPasskeyInput,
  async (ctx, input): Promise<PasskeyChallenge> => {
    const { commit, user } = ctx;
    await commit((em) => throttle(em, [newPasskeyLimit(user.id)]));
    const proven = await prove(ctx, input, 'of users with an app');
    const known = await commit(async (em) => {
      await refuseMore(em, user.id);
      return em.execute<{ id: string }[]>('select credential_id as id from passkeys where user_id = ?', [user.id]);
    });
    const options = await askForNew(ctx, user, known);
    return commit(async (em) => {
      await requireSpent(em, user.id, proven);
      return keepChallenge(em, options, user.id);
    });
  },
);

@InputType({ description: 'The new passkey.' })
export class AddPasskeyInput {
  @Field(() => ID, { description: 'The challenge that the browser answered.' })
  @Rule((value) => wrongText(value, { label: 'challenge', required: true }))
  challengeId!: string;

  @Field(() => String, { description: 'What the user calls it, at most 60 characters.' })
  @Rule(wrongName)
  name!: string;

  @Field(() => GraphQLJSON, { description: 'What the browser answered: RegistrationResponseJSON.' })
  @Rule(wrongResponse)
  @AsTyped()
  response!: object;
}

export const addPasskey = described(
  'Adds the passkey with which the browser has answered startPasskey. With the first factor, it returns recovery codes. CONFLICT if the challenge is too old, or there are 20 passkeys.',
).chain('own', AddPasskeyInput, async (ctx, { challengeId, name, response }): Promise<SecondFactorPayload> => {
  const { commit, log, user } = ctx;
  const challenge = await commit((em) => takeChallenge(em, challengeId, user.id));
  if (!challenge) throw new AppError('CONFLICT', 'This took too long. Please start again.');
  const { id, publicKey, counter } = await readNew(ctx, response as RegistrationResponseJSON, challenge).catch(
    (error) => {
      log.info({ err: error }, 'A new passkey was refused');
      throw invalid({ response: ['The browser’s answer cannot be accepted. Please try again.'] });
    },
  );
  return commit(async (em) => {
    await lockUser(em, user);
    await refuseMore(em, user.id);
    const [added] = await em.execute<object[]>(
      `insert into passkeys (user_id, credential_id, public_key, counter, name) values (?, ?, ?, ?, ?)
       on conflict (credential_id) do nothing returning id`,
      [user.id, id, Buffer.from(publicKey), counter, name],
    );
    if (!added) throw new AppError('CONFLICT', 'This passkey is there already.');
    const recoveryCodes = await noteFactors(em, user.id, 'added');
    tellUser(em, ctx, {
      kind: LogKind.SECOND_FACTOR_ADDED,
      text: 'Added a passkey',
      detail: `, “${name}”`,
      subject: 'A passkey was added',
    });
    return payloadOf({ ...ctx, em }, recoveryCodes);
  });
});

async function refuseMore(em: EntityManager, userId: number): Promise<void> {
  const [row] = await em.execute<{ count: number }[]>('select count(*)::int from passkeys where user_id = ?', [userId]);
  if (row && row.count >= MOST) throw new AppError('CONFLICT', `There are ${MOST} passkeys. Remove one first.`);
}

@InputType({ description: 'The new name of a passkey.' })
export class RenamePasskeyInput {
  @Field(() => ID, { description: 'The passkey.' })
  id!: string;

  @Field(() => String, { description: 'What the user calls it, at most 60 characters.' })
  @Rule(wrongName)
  name!: string;
}

export const renamePasskey = described('Gives one of the caller’s passkeys another name.').command(
  'own',
  RenamePasskeyInput,
  async (ctx, { id, name }): Promise<SecondFactorPayload> => {
    const { em, user } = ctx;
    const [renamed] = await em.execute<object[]>(
      'update passkeys set name = ? where id = ? and user_id = ? returning id',
      [name, toId(id), user.id],
    );
    if (!renamed) throw notFound('passkey');
    return payloadOf(ctx);
  },
);

@InputType({ description: 'The passkey to remove, and proof that it is the user who removes it.' })
export class RemovePasskeyInput extends PasskeyProofInput {
  @Field(() => ID, { description: 'The passkey.' })
  id!: string;
}

export const removePasskey = described(
  'Removes one of the caller’s passkeys; with the last factor, the recovery codes go, too. Trusted browsers are forgotten.',
).chain('own', RemovePasskeyInput, async (ctx, input): Promise<SecondFactorPayload> => {
  const { commit, user } = ctx;
  const id = toId(input.id);
  const proven = await prove(ctx, input, 'of users with an app');
  return commit(async (em) => {
    await lockUser(em, user);
    await requireSpent(em, user.id, proven);
    const [removed] = await em.execute<{ name: string }[]>(
      'delete from passkeys where id = ? and user_id = ? returning name',
      [id, user.id],
    );
    if (!removed) throw notFound('passkey');
    await noteFactors(em, user.id, 'removed');
    tellUser(em, ctx, {
      kind: LogKind.SECOND_FACTOR_REMOVED,
      text: 'Removed a passkey',
      detail: `, “${removed.name}”`,
      subject: 'A passkey was removed',
    });
    return payloadOf({ ...ctx, em });
  });
});
