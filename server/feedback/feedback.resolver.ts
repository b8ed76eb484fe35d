import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { Client } from '../accounts/clients/client.entity';
import { isOfSystem, keyDatum } from '../catalogue/keyData';
import { Model } from '../catalogue/models/model.entity';
import { modelsById } from '../catalogue/models/modelById.operations';
import type { ModelRow } from '../catalogue/models/modelRow';
import { keySystemOf, resolveModel } from '../catalogue/models/selectedFields';
import { KeySystem } from '../catalogue/systems/keySystem.entity';
import type { Context } from '../context';
import { describedBy, MutationOf, QueryOf } from '../gate/graphFields';
import { loadTogether } from '../gate/loaders';
import { NewestFirstInput } from '../inputs/list';
import { Input } from '../inputs/mutation';
import { RecordInput } from '../inputs/record';
import {
  alsoDisputed,
  companyOfCorrection,
  DeclineCorrectionsOfInput,
  DeclinedCorrections,
  declineCorrectionsOf,
} from './company.operations';
import { Correction } from './correction.entity';
import {
  ApplyCorrectionInput,
  applyCorrection,
  CorrectionInput,
  CorrectionPage,
  CorrectionsInput,
  correction,
  corrections,
  createCorrection,
  DeclineCorrectionInput,
  declineCorrection,
  myCorrections,
  openCorrections,
} from './correction.operations';
import { Feedback } from './feedback.entity';
import {
  AnswerFeedbackInput,
  answerFeedback,
  CloseFeedbackInput,
  closeFeedback,
  createFeedback,
  FeedbackInput,
  FeedbackPage,
  FeedbacksInput,
  feedback,
  feedbacks,
} from './feedback.operations';
import { nextOpenCorrection, nextOpenFeedback } from './nextOpen.operations';
import { Proposal } from './proposal';

@Resolver()
export class FeedbackResolver {
  @QueryOf(corrections, () => CorrectionPage)
  corrections(@Ctx() ctx: Context, @Args(() => CorrectionsInput) input: CorrectionsInput) {
    return corrections(ctx, input);
  }

  @QueryOf(correction, () => Correction)
  correction(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return correction(ctx, input);
  }

  @QueryOf(openCorrections, () => Int)
  openCorrections(@Ctx() ctx: Context) {
    return openCorrections(ctx);
  }

  @QueryOf(myCorrections, () => CorrectionPage)
  myCorrections(@Ctx() ctx: Context, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return myCorrections(ctx, input);
  }

  @MutationOf(createCorrection, () => Correction)
  createCorrection(@Ctx() ctx: Context, @Input(() => CorrectionInput) input: CorrectionInput) {
    return createCorrection(ctx, input);
  }

  @MutationOf(applyCorrection, () => Correction)
  applyCorrection(@Ctx() ctx: Context, @Input(() => ApplyCorrectionInput) input: ApplyCorrectionInput) {
    return applyCorrection(ctx, input);
  }

  @MutationOf(declineCorrection, () => Correction)
  declineCorrection(@Ctx() ctx: Context, @Input(() => DeclineCorrectionInput) input: DeclineCorrectionInput) {
    return declineCorrection(ctx, input);
  }

  @MutationOf(declineCorrectionsOf, () => DeclinedCorrections)
  declineCorrectionsOf(@Ctx() ctx: Context, @Input(() => DeclineCorrectionsOfInput) input: DeclineCorrectionsOfInput) {
    return declineCorrectionsOf(ctx, input);
  }

  @QueryOf(feedbacks, () => FeedbackPage)
  feedbacks(@Ctx() ctx: Context, @Args(() => FeedbacksInput) input: FeedbacksInput) {
    return feedbacks(ctx, input);
  }

  @QueryOf(feedback, () => Feedback)
  feedback(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return feedback(ctx, input);
  }

  @MutationOf(createFeedback, () => Feedback)
  createFeedback(@Ctx() ctx: Context, @Input(() => FeedbackInput) input: FeedbackInput) {
    return createFeedback(ctx, input);
  }

  @MutationOf(answerFeedback, () => Feedback)
  answerFeedback(@Ctx() ctx: Context, @Input(() => AnswerFeedbackInput) input: AnswerFeedbackInput) {
    return answerFeedback(ctx, input);
  }

  @MutationOf(closeFeedback, () => Feedback)
  closeFeedback(@Ctx() ctx: Context, @Input(() => CloseFeedbackInput) input: CloseFeedbackInput) {
    return closeFeedback(ctx, input);
  }

  @QueryOf(nextOpenCorrection, () => Correction, { nullable: true })
  nextOpenCorrection(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return nextOpenCorrection(ctx, input);
  }

  @QueryOf(nextOpenFeedback, () => Feedback, { nullable: true })
  nextOpenFeedback(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return nextOpenFeedback(ctx, input);
  }
}

@Resolver(() => Correction)
export class CorrectionResolver {
  @FieldResolver(() => Model, {
    nullable: true,
    description:
      'The model as it is today; null if make, model and year fit none or several, or if it has been deleted.',
  })
  target(@Ctx() ctx: Context, @Root() { target }: Correction, @Info() info: GraphQLResolveInfo) {
    return target && resolveModel(ctx, target.id, info);
  }

  @FieldResolver(() => Int, { nullable: true, ...describedBy(alsoDisputed) })
  alsoDisputed(@Ctx() ctx: Context, @Root() { id }: Correction) {
    return loadTogether(ctx, 'also disputed', id, (ids: readonly number[]) => alsoDisputed(ctx, { ids }));
  }

  @FieldResolver(() => Client, { nullable: true, ...describedBy(companyOfCorrection) })
  company(@Ctx() ctx: Context, @Root() { id }: Correction) {
    return loadTogether(ctx, 'companies of corrections', id, (ids: readonly number[]) =>
      companyOfCorrection(ctx, { ids }),
    );
  }

  @FieldResolver(() => [Proposal], { description: 'The proposed values, with the present ones.' })
  proposals(@Root() { proposals, target }: Correction) {
    return proposals.map((proposal) => Proposal.of(proposal, target?.id ?? null));
  }
}

/** The present value is key data of the model, so reading it opens the sheet. */
@Resolver(() => Proposal)
export class ProposalResolver {
  @FieldResolver(() => String, { nullable: true, description: 'The present value; null if the model is not known.' })
  current(@Ctx() ctx: Context, @Root() proposal: Proposal) {
    return currentOf(ctx, proposal);
  }

  @FieldResolver(() => KeySystem, {
    nullable: true,
    description:
      'The key system that the value belongs to, with all its models; null if the model has values of its own, or the value is none of a key system.',
  })
  async keySystem(@Ctx() ctx: Context, @Root() proposal: Proposal) {
    const model = isOfSystem(keyDatum(proposal.field)) ? await modelOf(ctx, proposal) : null;
    return model && keySystemOf(model);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the value has changed since the correction was sent.' })
  async stale(@Ctx() ctx: Context, @Root() proposal: Proposal) {
    const current = await currentOf(ctx, proposal);
    return current !== null && current !== proposal.reported;
  }
}

async function currentOf(ctx: Context, proposal: Proposal): Promise<string | null> {
  const model = await modelOf(ctx, proposal);
  return model && keyDatum(proposal.field).read(model);
}

async function modelOf(ctx: Context, { modelId }: Proposal): Promise<ModelRow | null> {
  const load = (ids: readonly number[]) => modelsById(ctx, { ids });
  return modelId === null ? null : loadTogether(ctx, 'models of proposals', modelId, load);
}
