import { Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { SecondFactor, SecondFactorPayload } from '../secondFactor/factors';
import {
  AddPasskeyInput,
  addPasskey,
  RemovePasskeyInput,
  RenamePasskeyInput,
  removePasskey,
  renamePasskey,
  StartPasskeyInput,
  startPasskey,
} from '../secondFactor/passkey.operations';
import { PasskeyChallenge } from '../secondFactor/passkeys';
import { ResetSecondFactorInput, resetSecondFactor } from '../secondFactor/resetSecondFactor.operations';
import {
  ConfirmTotpInput,
  confirmTotp,
  forgetTrustedDevices,
  mySecondFactor,
  NewRecoveryCodesInput,
  newRecoveryCodes,
  RemoveTotpInput,
  removeTotp,
  StartTotpInput,
  startTotp,
  TotpSetup,
} from '../secondFactor/secondFactor.operations';
import { SignedInUser } from '../sessions/session.operations';
import { User } from '../users/user.entity';
import { PasskeySignInInput, signInWithPasskey, startPasskeySignIn } from './passkeySignIn.operations';

@Resolver()
export class SecondFactorResolver {
  @MutationOf(startPasskeySignIn, () => PasskeyChallenge)
  startPasskeySignIn(@Ctx() ctx: Context) {
    return startPasskeySignIn(ctx);
  }

  @MutationOf(signInWithPasskey, () => SignedInUser)
  signInWithPasskey(@Ctx() ctx: Context, @Input(() => PasskeySignInInput) input: PasskeySignInInput) {
    return signInWithPasskey(ctx, input);
  }

  @QueryOf(mySecondFactor, () => SecondFactor)
  mySecondFactor(@Ctx() ctx: Context) {
    return mySecondFactor(ctx);
  }

  @MutationOf(startTotp, () => TotpSetup)
  startTotp(@Ctx() ctx: Context, @Input(() => StartTotpInput) input: StartTotpInput) {
    return startTotp(ctx, input);
  }

  @MutationOf(confirmTotp, () => SecondFactorPayload)
  confirmTotp(@Ctx() ctx: Context, @Input(() => ConfirmTotpInput) input: ConfirmTotpInput) {
    return confirmTotp(ctx, input);
  }

  @MutationOf(removeTotp, () => SecondFactorPayload)
  removeTotp(@Ctx() ctx: Context, @Input(() => RemoveTotpInput) input: RemoveTotpInput) {
    return removeTotp(ctx, input);
  }

  @MutationOf(newRecoveryCodes, () => SecondFactorPayload)
  newRecoveryCodes(@Ctx() ctx: Context, @Input(() => NewRecoveryCodesInput) input: NewRecoveryCodesInput) {
    return newRecoveryCodes(ctx, input);
  }

  @MutationOf(startPasskey, () => PasskeyChallenge)
  startPasskey(@Ctx() ctx: Context, @Input(() => StartPasskeyInput) input: StartPasskeyInput) {
    return startPasskey(ctx, input);
  }

  @MutationOf(addPasskey, () => SecondFactorPayload)
  addPasskey(@Ctx() ctx: Context, @Input(() => AddPasskeyInput) input: AddPasskeyInput) {
    return addPasskey(ctx, input);
  }

  @MutationOf(renamePasskey, () => SecondFactorPayload)
  renamePasskey(@Ctx() ctx: Context, @Input(() => RenamePasskeyInput) input: RenamePasskeyInput) {
    return renamePasskey(ctx, input);
  }

  @MutationOf(removePasskey, () => SecondFactorPayload)
  removePasskey(@Ctx() ctx: Context, @Input(() => RemovePasskeyInput) input: RemovePasskeyInput) {
    return removePasskey(ctx, input);
  }

  @MutationOf(forgetTrustedDevices, () => SecondFactorPayload)
  forgetTrustedDevices(@Ctx() ctx: Context) {
    return forgetTrustedDevices(ctx);
  }

  @MutationOf(resetSecondFactor, () => User)
  resetSecondFactor(@Ctx() ctx: Context, @Input(() => ResetSecondFactorInput) input: ResetSecondFactorInput) {
    return resetSecondFactor(ctx, input);
  }
}
