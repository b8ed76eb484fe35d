import { Field, InputType, ObjectType } from 'type-graphql';
import { AppError, invalid } from '../../errors';
import { described, NoInput } from '../../gate/operation';
import { newCodeLimit, resetThrottle, throttle } from '../../gate/throttle/throttle';
import { Optional, Rule, wrongText } from '../../inputs/fields';
import { AsTyped } from '../../inputs/textForms';
import { LogKind } from '../../logs/logKind';
import { forgetTrust } from '../sessions/devices';
import { lockUser } from '../users/user.entity';
import { issueRecoveryCodes, keepSecret } from './codes';
import {
  hasApp,
  noteFactors,
  payloadOf,
  prove,
  readFactor,
  requireSpent,
  SecondFactorPayload,
  tellUser,
  WRONG_CODE,
} from './factors';
import { newTotpSecret, stepOf, totpUri, unsealed } from './totp';

@InputType()
export class ProofInput {
  @Field(() => String, { description: 'The present password.' })
  @Rule((value) => wrongText(value, { label: 'current password', max: 1_000, required: true }))
  @AsTyped()
  currentPassword!: string;
}

@InputType()
class CodeInput extends ProofInput {
  @Field(() => String, { description: 'A code of the authenticator app, or a recovery code.' })
  @Rule(wrongCode)
  code!: string;
}

function wrongCode(value: unknown): string | null {
  return wrongText(value, { label: 'code', max: 100, required: true });
}

@InputType()
export class PasskeyProofInput extends ProofInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Of a user with an authenticator app: a code of it, or a recovery code. Of others, it is not looked at.',
  })
  @Optional()
  @Rule((value) => wrongText(value, { label: 'code', max: 100 }))
  code?: string | null;
}

export const mySecondFactor = described('What the caller has besides the password.').query('own', NoInput, (ctx) =>
  readFactor(ctx),
);

@ObjectType({
  description: 'The secret of a new authenticator app. The app counts once confirmTotp has had a code of it.',
})
export class TotpSetup {
  @Field(() => String, { description: 'The secret, to type into the app.' })
  secret!: string;

  @Field(() => String, { description: 'The secret as an otpauth address, for a QR code.' })
  uri!: string;
}

@InputType({ description: 'Proof that it is the user who sets up an app.' })
export class StartTotpInput extends ProofInput {}

export const startTotp = described(
  'Makes a secret for an authenticator app. The app counts once confirmTotp has had a code of it, within an hour. CONFLICT if there is an app already.',
).chain('own', StartTotpInput, async (ctx, input): Promise<TotpSetup> => {
  const { commit, user } = ctx;
  await prove(ctx, input, 'never');
  const secret = newTotpSecret();
  await commit(async (em) => {
    await lockUser(em, user);
    if (await hasApp(em, user.id))
      throw new AppError('CONFLICT', 'There is an authenticator app already. Remove it first.');
    await keepSecret(em, ctx, user.id, secret);
  });
  return { secret, uri: totpUri(secret, user.username) };
});

@InputType({ description: 'A code of the new authenticator app.' })
export class ConfirmTotpInput {
  @Field(() => String, { description: 'What the app shows.' })
  @Rule(wrongCode)
  code!: string;
}

export const confirmTotp = described(
  'Makes the app of startTotp count. With the first factor, it returns recovery codes.',
).chain('own', ConfirmTotpInput, async (ctx, { code }): Promise<SecondFactorPayload> => {
  const { commit, secondFactor, user } = ctx;
  const limit = newCodeLimit(user.id);
  await commit((em) => throttle(em, [limit]));
  return commit(async (em) => {
    await lockUser(em, user);
    const [started] = await em.execute<{ secret: string }[]>(
      `select secret from totp_secrets where user_id = ? and since is null and started_at > now() - interval '1 hour'`,
      [user.id],
    );
    if (!started) throw new AppError('CONFLICT', 'No app is being set up, or it took too long. Please start again.');
    const secret = unsealed(started.secret, user.id, secondFactor.key);
    const step = secret && stepOf(secret, code);
    if (!step) throw invalid({ code: [WRONG_CODE] });
    await resetThrottle(em, [limit]);
    await em.execute('update totp_secrets set since = now(), last_step = ? where user_id = ?', [step, user.id]);
    const recoveryCodes = await noteFactors(em, user.id, 'added');
    tellUser(em, ctx, {
      kind: LogKind.SECOND_FACTOR_ADDED,
      text: 'Set up an authenticator app',
      subject: 'An authenticator app was set up',
    });
    return payloadOf({ ...ctx, em }, recoveryCodes);
  });
});

@InputType({ description: 'Proof that it is the user who removes the app.' })
export class RemoveTotpInput extends CodeInput {}

export const removeTotp = described(
  'Removes the authenticator app; with the last factor, the recovery codes go, too. Trusted browsers are forgotten.',
).chain('own', RemoveTotpInput, async (ctx, input): Promise<SecondFactorPayload> => {
  const { commit, user } = ctx;
  const proven = await prove(ctx, input, 'always');
  return commit(async (em) => {
    await lockUser(em, user);
    await requireSpent(em, user.id, proven);
    const [removed] = await em.execute<object[]>(
      'delete from totp_secrets where user_id = ? and since is not null returning user_id',
      [user.id],
    );
    if (!removed) throw new AppError('CONFLICT', 'There is no authenticator app.');
    await noteFactors(em, user.id, 'removed');
    tellUser(em, ctx, {
      kind: LogKind.SECOND_FACTOR_REMOVED,
      text: 'Removed the authenticator app',
      subject: 'Your authenticator app was removed',
    });
    return payloadOf({ ...ctx, em });
  });
});

@InputType({ description: 'Proof that it is the user who wants new recovery codes.' })
export class NewRecoveryCodesInput extends CodeInput {}

export const newRecoveryCodes = described('Makes new recovery codes, which replace the old ones.').chain(
  'own',
  NewRecoveryCodesInput,
  async (ctx, input): Promise<SecondFactorPayload> => {
    const { commit, user } = ctx;
    const proven = await prove(ctx, input, 'always');
    return commit(async (em) => {
      await lockUser(em, user);
      await requireSpent(em, user.id, proven);
      const recoveryCodes = await issueRecoveryCodes(em, user.id);
      tellUser(em, ctx, {
        kind: LogKind.RECOVERY_CODES_REPLACED,
        text: 'Made new recovery codes',
        subject: 'Your recovery codes were replaced',
      });
      return payloadOf({ ...ctx, em }, recoveryCodes);
    });
  },
);

export const forgetTrustedDevices = described('Makes all browsers ask for a code again.').command(
  'own',
  NoInput,
  async (ctx): Promise<SecondFactorPayload> => {
    const { em, user } = ctx;
    await forgetTrust(em, user.id);
    tellUser(em, ctx, {
      kind: LogKind.TRUSTED_DEVICES_FORGOTTEN,
      text: 'Made all browsers ask for a code again',
      subject: 'All browsers ask for a code again',
    });
    return payloadOf(ctx);
  },
);
