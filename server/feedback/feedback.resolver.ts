import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { openSheets } from '../catalogue/lookup/sheet.operations';
import { Model } from '../catalogue/model.entity';
import { selectsKeyData } from '../catalogue/selectedFields';
import type { Context } from '../context';
import { NewestFirstInput } from '../inputs/list';
import { Input } from '../inputs/mutation';
import { RecordInput } from '../inputs/record';
import { loadRelation } from '../operation';
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
      'Writes the chosen values into the model and mails the sender. CONFLICT if the correction has been decided.',
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

/** Fields that the operation may not have loaded. */
@Resolver(() => Correction)
export class CorrectionResolver {
  @FieldResolver(() => Model, {
    nullable: true,
    description:
      'The model as it is today; null if make, model and year fit none or several, or if it has been deleted.',
  })
  async target(@Ctx() ctx: Context, @Root() correction: Correction, @Info() info: GraphQLResolveInfo) {
    const model = await targetOf(ctx, correction);
    if (model && selectsKeyData(info)) await openSheet(ctx, model);
    return model;
  }

  @FieldResolver(() => [Proposal], { description: 'The proposed values, with the present ones.' })
  async proposals(@Ctx() ctx: Context, @Root() correction: Correction) {
    const model = await targetOf(ctx, correction);
    return correction.proposals.map((proposal) => Proposal.of(proposal, model));
  }
}

async function targetOf(ctx: Context, correction: Correction): Promise<Model | null> {
  const { target } = correction;
  if (target && !target.isInitialized()) await loadRelation(ctx, correction, 'target');
  return target?.unwrap() ?? null;
}

const openings = new WeakMap<Context, DataLoader<number, void>>();

/** Counts the sheet, batched with the other sheets of the request: all or none. */
function openSheet(ctx: Context, { id }: Model): Promise<void> {
  const loader =
    openings.get(ctx) ??
    new DataLoader<number, void>(async (modelIds) => {
      await openSheets(ctx, { modelIds });
      return modelIds.map(() => undefined);
    });
  openings.set(ctx, loader);
  return loader.load(id);
}
