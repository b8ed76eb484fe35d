import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { DisputeVerdictsInput, disputeVerdicts, VerdictPage } from './dispute.operations';
import { Evidence } from './evidence';
import { EvidenceInput, evidence } from './evidence.operations';
import { DeleteVerdictInput, deleteVerdict, SaveVerdictInput, saveVerdict } from './verdict.operations';

@Resolver()
export class VerdictsResolver {
  @QueryOf(evidence, () => Evidence)
  evidence(@Ctx() ctx: Context, @Args(() => EvidenceInput) input: EvidenceInput) {
    return evidence(ctx, input);
  }

  @QueryOf(disputeVerdicts, () => VerdictPage)
  disputeVerdicts(@Ctx() ctx: Context, @Args(() => DisputeVerdictsInput) input: DisputeVerdictsInput) {
    return disputeVerdicts(ctx, input);
  }

  @MutationOf(saveVerdict, () => Evidence)
  saveVerdict(@Ctx() ctx: Context, @Input(() => SaveVerdictInput) input: SaveVerdictInput) {
    return saveVerdict(ctx, input);
  }

  @MutationOf(deleteVerdict, () => Evidence)
  deleteVerdict(@Ctx() ctx: Context, @Input(() => DeleteVerdictInput) input: DeleteVerdictInput) {
    return deleteVerdict(ctx, input);
  }
}
