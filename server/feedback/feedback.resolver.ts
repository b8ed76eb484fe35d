import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { keyDatum } from '../catalogue/keyData';
import { Model } from '../catalogue/models/model.entity';
import { modelsById } from '../catalogue/models/modelById.operations';
import { resolveModel } from '../catalogue/models/selectedFields';
import type { Context } from '../context';
import { loadTogether } from '../gate/loaders';
import { NewestFirstInput } from '../inputs/list';
import { Input } from '../inputs/mutation';
import { RecordInput } from '../inputs/record';
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
  @Query(() => CorrectionPage, { description: 'A page of corrections.' })
  corrections(@Ctx() ctx: Context, @Args(() => CorrectionsInput) input: CorrectionsInput) {
    return corrections(ctx, input);
  }

  @Query(() => Correction, { description: 'One correction.' })
  correction(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return correction(ctx, input);
  }

  @Query(() => Int, { description: 'How many corrections wait for a decision.' })
  openCorrections(@Ctx() ctx: Context) {
    return openCorrections(ctx);
  }

  @Query(() => CorrectionPage, { description: 'A page of the caller’s own corrections.' })
  myCorrections(@Ctx() ctx: Context, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return myCorrections(ctx, input);
  }

  @Mutation(() => Correction, { description: 'Sends a correction.' })
  createCorrection(@Ctx() ctx: Context, @Input(() => CorrectionInput) input: CorrectionInput) {
    return createCorrection(ctx, input);
  }

  @Mutation(() => Correction, {
    description:
      'Writes the chosen values into the model, also into other years if asked, and mails the sender. CONFLICT if the correction has been decided.',
  })
  applyCorrection(@Ctx() ctx: Context, @Input(() => ApplyCorrectionInput) input: ApplyCorrectionInput) {
    return applyCorrection(ctx, input);
  }

  @Mutation(() => Correction, {
    description:
      'Declines a correction and mails the reason to the sender. CONFLICT if the correction has been decided.',
  })
  declineCorrection(@Ctx() ctx: Context, @Input(() => DeclineCorrectionInput) input: DeclineCorrectionInput) {
    return declineCorrection(ctx, input);
  }

  @Query(() => FeedbackPage, { description: 'A page of feedback.' })
  feedbacks(@Ctx() ctx: Context, @Args(() => FeedbacksInput) input: FeedbacksInput) {
    return feedbacks(ctx, input);
  }

  @Query(() => Feedback, { description: 'One feedback.' })
  feedback(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return feedback(ctx, input);
  }

  @Mutation(() => Feedback, { description: 'Sends feedback.' })
  createFeedback(@Ctx() ctx: Context, @Input(() => FeedbackInput) input: FeedbackInput) {
    return createFeedback(ctx, input);
  }

  @Mutation(() => Feedback, {
    description: 'Mails an answer to the sender of feedback. CONFLICT if it is not open.',
  })
  answerFeedback(@Ctx() ctx: Context, @Input(() => AnswerFeedbackInput) input: AnswerFeedbackInput) {
    return answerFeedback(ctx, input);
  }

  @Mutation(() => Feedback, { description: 'Closes feedback without an answer. CONFLICT if it is not open.' })
  closeFeedback(@Ctx() ctx: Context, @Input(() => CloseFeedbackInput) input: CloseFeedbackInput) {
    return closeFeedback(ctx, input);
  }

  @Query(() => Correction, {
    nullable: true,
    description: 'The open correction that comes after this one, newest first; from the top again after the last one.',
  })
  nextOpenCorrection(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return nextOpenCorrection(ctx, input);
  }

  @Query(() => Feedback, {
    nullable: true,
    description: 'The open feedback that comes after this one, newest first; from the top again after the last one.',
  })
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

  @FieldResolver(() => Boolean, { description: 'Whether the value has changed since the correction was sent.' })
  async stale(@Ctx() ctx: Context, @Root() proposal: Proposal) {
    const current = await currentOf(ctx, proposal);
    return current !== null && current !== proposal.reported;
  }
}

async function currentOf(ctx: Context, { field, modelId }: Proposal): Promise<string | null> {
  if (modelId === null) return null;
  const load = (ids: readonly number[]) => modelsById(ctx, { ids });
  const model = await loadTogether(ctx, 'models of proposals', modelId, load);
  return model && keyDatum(field).read(model);
}
