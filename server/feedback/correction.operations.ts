import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { writeMail } from '../accounts/mail/letter';
import { KeyDataField, keyDatum, unitOf } from '../catalogue/keyData';
import { titleOf } from '../catalogue/models/modelRow';
import { findModels, modelsWith } from '../catalogue/models/readModels';
import type { Caller, Site } from '../context';
import { AppError, invalid, noSuch } from '../errors';
import { once } from '../gate/once/once';
import { described, NoInput } from '../gate/operation';
import { describeEnum } from '../inputs/describeEnum';
import { AtMost, Flag, LongText, OneOf, Optional, Rule, wrongEmail, wrongText, wrongYear } from '../inputs/fields';
import { FilterField, findPage, inPeriod, NewestFirstInput, PageOf, PeriodFilter } from '../inputs/list';
import { RecordInput, toId } from '../inputs/record';
import { SentOnce } from '../inputs/sentOnce';
import { ManyLines } from '../inputs/textForms';
import { LogEntry } from '../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../logs/logKind';
import { longWork } from '../outside/postgres/connections';
import { Correction, CorrectionState, notRepeated } from './correction.entity';
import { ownerOf } from './sender';
import { propose, verdictsIn } from './verdicts/dispute';
import { Verdict } from './verdicts/verdict.entity';
import { writeProposals } from './writeProposals';

export enum CorrectionSort {
  EMAIL = 'email',
  MAKE = 'make',
  MODEL = 'model',
  YEAR = 'year',
  USER = 'username',
  CREATED_AT = 'createdAt',
}
describeEnum(CorrectionSort, 'CorrectionSort', 'What corrections are sorted by.', {
  EMAIL: 'The email addresses for the answers.',
  MAKE: 'The name of the make that was sent.',
  MODEL: 'The name of the model that was sent.',
  YEAR: 'The model years.',
  USER: 'Who sent them.',
  CREATED_AT: 'When they were sent.',
});

@InputType({
  description: 'The corrections that meet all of these conditions; without any condition, all corrections.',
})
export class CorrectionFilter extends PeriodFilter {
  @Field(() => CorrectionState, { nullable: true, description: 'Only those in this state.' })
  @Optional()
  @OneOf(CorrectionState, 'There is no such state.')
  state?: CorrectionState | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only values that companies dispute, or only corrections that somebody sent.',
  })
  @Optional()
  @Flag('disputed')
  disputed?: boolean | null;
}

@ArgsType()
export class CorrectionsInput extends NewestFirstInput {
  @Field(() => CorrectionSort, { description: 'What they are sorted by.' })
  @OneOf(CorrectionSort, 'Corrections cannot be sorted by this.')
  sortBy: CorrectionSort = CorrectionSort.CREATED_AT;

  @FilterField(() => CorrectionFilter)
  filter?: CorrectionFilter | null;

  @Field(() => Boolean, { description: 'Of open disputes about the same sheet, only the oldest.' })
  @Flag('once for a sheet')
  onceForSheet: boolean = false;
}

@ObjectType({ description: 'Some of the corrections, and how many there are.' })
export class CorrectionPage extends PageOf(Correction, 'corrections') {}

export const corrections = described('A page of corrections.', 'CATALOGUE').query(
  'admin',
  CorrectionsInput,
  ({ em }, { filter, onceForSheet, ...page }) => {
    const { state, disputed, ...period } = filter ?? {};
    const where = [
      ...(onceForSheet ? [notRepeated()] : []),
      ...(state ? [{ state }] : []),
      ...(disputed == null ? [] : [{ disputed: disputed ? { $ne: null } : null }]),
      ...inPeriod(period),
    ];
    return findPage(em, Correction, { $and: where } as FilterQuery<Correction>, page);
  },
);

export const correction = described('One correction.', 'CATALOGUE').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(Correction, toId(id)),
);

export const openCorrections = described(
  'How many corrections wait for a decision; disputes about the same sheet count once.',
  'CATALOGUE',
).query('admin', NoInput, ({ em }) =>
  em.count(Correction, { state: CorrectionState.OPEN, ...notRepeated() } as FilterQuery<Correction>),
);

export const myCorrections = described(
  'A page of the caller’s own corrections, and of the disputes that the caller has joined.',
  'LOOKUP',
).query('personal', NewestFirstInput, async ({ em, user }, input) => {
  const said = await em.find(Verdict, { user: user.id, correction: { $ne: null } }, { fields: ['correction'] });
  const mine = [{ user: user.id, disputed: null }, { id: said.flatMap(({ correction }) => correction?.id ?? []) }];
  const page = await findPage<Correction>(em, Correction, { $or: mine }, { ...input, sortBy: 'createdAt' });
  // A dispute has the name of whoever began it, perhaps of another company.
  const own = { username: user.username, email: user.username };
  return { ...page, items: page.items.map((one) => (one.disputed === null ? one : { ...one, ...own })) };
});

@InputType({ description: 'A value to propose for one field of the key data.' })
class ProposalInput {
  @Field(() => KeyDataField, { description: 'Which field of the key data is wrong.' })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The proposed value; empty to clear the field; null if only known to be wrong.',
  })
  proposed?: string | null;
}

@InputType({ description: 'A correction to send.' })
export class CorrectionInput extends SentOnce {
  @Field(() => String, { description: 'The email address for the answer.' })
  @Rule((value) => wrongText(value, { label: 'email id', required: true }) ?? wrongEmail(value, 'email id'))
  email!: string;

  @Field(() => String, { description: 'The make’s display name.' })
  @Rule((value) => wrongText(value, { label: 'make', required: true }))
  make!: string;

  @Field(() => String, { description: 'The model’s name.' })
  @Rule((value) => wrongText(value, { label: 'model', required: true }))
  model!: string;

  @Field(() => Int, { description: 'The model year.' })
  @Rule(wrongYear)
  year!: number;

  @Field(() => String, { description: 'What is wrong.' })
  @LongText({ label: 'comment', required: true })
  comment!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The model, if make, model and year match several.',
  })
  modelId?: string | null;

  @Field(() => [ProposalInput], {
    nullable: true,
    description: 'The wrong fields with their correct values, each field at most once.',
  })
  @Optional()
  @Rule(wrongProposals)
  @ManyLines()
  proposals?: ProposalInput[] | null;
}

function wrongProposals(value: unknown): string | null {
  if (!Array.isArray(value)) return 'The proposals must be a list.';
  const fields = new Set(value.map(({ field }) => field));
  if (fields.size < value.length) return 'There is more than one proposal for the same field.';
  for (const { field, proposed } of value) {
    const { label, max, choices } = keyDatum(field);
    const wrong = proposed == null ? null : wrongText(proposed, { label: `${label} proposal`, max, choices });
    if (wrong) return wrong;
  }
  return null;
}

export const createCorrection = described('Sends a correction.').chain(
  'member',
  CorrectionInput,
  async (ctx, input) => {
    const { commit, user } = ctx;
    const meant = await commit((em) => targetOf(em, input));
    // The present texts are stored beside the proposals and returned.
    if (meant && input.proposals?.length) await ctx.openSheets(user, [meant.id]);
    return commit((em) =>
      once(
        em,
        { user, write: 'createCorrection', sentId: input.sentId },
        () => create(em, user, input),
        (id) => em.findOneOrFail(Correction, { id: Number(id), user: user.id }),
      ),
    );
  },
  { what: 'corrections of', most: 200, counts: ({ proposals }) => Math.max(1, proposals?.length ?? 0) },
);

/** The model that a correction refers to, if it is unambiguous. */
async function targetOf(em: EntityManager, { make, model, year, modelId }: CorrectionInput) {
  const meant = [String(make), String(model), Number(year)];
  const fitting = await findModels(em, 'where k.display_name = ? and m.name = ? and m.year = ? limit 100', meant);
  return fitting.find(({ id }) => String(id) === String(modelId)) ?? (fitting.length === 1 ? fitting[0] : undefined);
}

async function create(em: EntityManager, user: Caller, input: CorrectionInput): Promise<Correction> {
  const { make, model, year } = input;
  const target = await targetOf(em, input);
  const correction = em.create(Correction, {
    user: user.id,
    username: user.username,
    email: input.email,
    make,
    model,
    year,
    comment: input.comment,
    target: target?.id ?? null,
    proposals: (input.proposals ?? []).map(({ field, proposed }) => ({
      field,
      proposed: proposed == null ? null : keyDatum(field).chosen(proposed, unitOf(target)),
      reported: target ? keyDatum(field).read(target) : '',
      applied: false,
    })),
  });
  await em.flush();
  return correction;
}

/** More years than a make and name can have. */
const MOST_YEARS = 200;

@InputType({ description: 'A correction to apply, and how much of it.' })
export class ApplyCorrectionInput extends RecordInput {
  @Field(() => [KeyDataField], {
    description: 'Which of the proposed fields to write; none if the model has been changed by hand.',
  })
  fields!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'For a disputed value, what to write if it is not what is proposed.',
  })
  value?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The `version` of the model that was read: CONFLICT if the model has changed since.',
  })
  modelVersion?: number | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Other years of the same make and name to write the values into as well. CONFLICT if one no longer has the same key data.',
  })
  @Optional()
  @AtMost(MOST_YEARS, `At most ${MOST_YEARS} other years.`)
  alsoModelIds?: string[] | null;

  @Field(() => Boolean, {
    description:
      'Whether values that belong to the model’s key system are written into it, and so into all its models, as an applied import, which can be undone. Otherwise the model gets values of its own.',
  })
  @Flag('to key system')
  toKeySystem: boolean = false;
}

export const applyCorrection = described(
  'Writes the chosen values into the model, also into other years or into its key system if asked, and mails the sender. CONFLICT if the correction has been decided.',
  'CATALOGUE',
).chain('admin', ApplyCorrectionInput, (ctx, input) =>
  // A key system may have thousands of models.
  longWork(ctx.commit<Correction>, (em) => apply(em, ctx, input)),
);

async function apply(
  em: EntityManager,
  { user, site }: { user: Caller; site: Site },
  input: ApplyCorrectionInput,
): Promise<Correction> {
  const { id, fields, value } = input;
  const correction = await toDecide(em, id);
  if (value != null) chooseValue(correction, value);
  const chosen = correction.proposals.filter(({ field }) => fields.includes(field));
  if (chosen.length < new Set(fields).size) throw invalid({ fields: ['This value was not proposed.'] });
  const unknown = chosen.find(({ proposed }) => proposed === null);
  if (unknown) throw invalid({ fields: [`The right value of ${keyDatum(unknown.field).label} is not known.`] });
  const changed = chosen.length > 0 ? await writeProposals(em, correction, chosen, { ...input, user }) : [];
  correction.proposals = correction.proposals.map((one) => ({ ...one, applied: chosen.includes(one) }));
  correction.state = CorrectionState.APPLIED;
  LogEntry.write(em, user, LogKind.CORRECTION_APPLIED, {
    subject: { type: LogSubjectType.CORRECTION, id: correction.id },
    text: [`Applied ${nameOf(correction)}`, ...changed].join('\n'),
  });
  await mailSenders({ em, site }, correction, [
    `Thank you: your ${correction.disputed ? 'report has been settled' : 'correction has been applied'}.`,
    changed.join('\n'),
  ]);
  await em.flush();
  return correction;
}

/** Of the sides of a dispute, or another value, an administrator writes this one. */
function chooseValue(correction: Correction, value: string): void {
  const [proposal] = correction.proposals;
  if (!correction.disputed || !proposal) throw invalid({ value: ['This value is not disputed.'] });
  const datum = keyDatum(correction.disputed);
  const wrong = wrongText(value, { ...datum, label: datum.label });
  if (wrong) throw invalid({ value: [wrong] });
  propose(correction, { ...proposal, proposed: datum.chosen(value) });
}

@InputType({ description: 'A correction to decline, and why.' })
export class DeclineCorrectionInput extends RecordInput {
  @Field(() => String, { description: 'The reason, which is mailed to the sender.' })
  @LongText({ label: 'reason', required: true })
  reason!: string;
}

export const declineCorrection = described(
  'Declines a correction and mails the reason to the sender. CONFLICT if the correction has been decided.',
  'CATALOGUE',
).command('admin', DeclineCorrectionInput, async (ctx, { id, reason }) => {
  const { em, user } = ctx;
  const correction = await toDecide(em, id);
  correction.state = CorrectionState.DECLINED;
  correction.reason = reason;
  LogEntry.write(em, user, LogKind.CORRECTION_DECLINED, {
    subject: { type: LogSubjectType.CORRECTION, id: correction.id },
    text: `Declined ${nameOf(correction)}: ${reason}`,
  });
  const sent = correction.disputed ? 'report' : 'correction';
  await mailSenders(ctx, correction, [`Thank you for your ${sent}. It has been declined for this reason:`, reason]);
  await em.flush();
  return correction;
});

/** The open correction `id`, locked, so that it can only be decided once. */
async function toDecide(em: EntityManager, id: string): Promise<Correction> {
  const correction = await em.findOneOrFail(Correction, toId(id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('correction'),
  });
  if (correction.state !== CorrectionState.OPEN) {
    throw new AppError('CONFLICT', `This correction has already been ${correction.state}.`);
  }
  correction.decidedAt = new Date();
  return correction;
}

/** As the log names it. */
const nameOf = ({ id, disputed, make, model, year }: Correction) =>
  `${disputed ? `the dispute ${id} about ${keyDatum(disputed).label}` : `the correction ${id}`} of ${make} ${model} ${year}`;

/** How long the mail is worth sending: a week, in hours. */
const MAIL_KEPT = 7 * 24;

/** Whom to tell, and what they sent. */
interface Recipient {
  to: string;
  /** Absent if the address may be somebody else's. */
  name?: string | undefined;
  sent: Date;
}

/** The sender, or the members who say for their companies that the value is wrong. */
async function recipientsOf(em: EntityManager, correction: Correction): Promise<Recipient[]> {
  if (!correction.disputed) {
    const sender = await ownerOf(em, correction);
    return [{ to: correction.email, name: sender?.fullName, sent: correction.createdAt }];
  }
  const said = await verdictsIn(em, correction);
  return said.flatMap(({ user, saidAt }) => (user ? { to: user.username, name: user.fullName, sent: saidAt } : []));
}

/** A sender may have chosen the address, so the mail quotes nothing they wrote: all text is ours or the administrator's. */
async function mailSenders(
  { em, site }: { em: EntityManager; site: Site },
  correction: Correction,
  paragraphs: string[],
): Promise<void> {
  const [model] = correction.target ? await modelsWith(em, [correction.target.id]) : [];
  const about = model ? ` of ${titleOf(model)}`.replace(/\s+/g, ' ') : '';
  const what = correction.disputed
    ? `told us that ${keyDatum(correction.disputed).label}${about} is wrong`
    : `sent us a correction${about}`;
  for (const { to, name, sent } of await recipientsOf(em, correction))
    writeMail(em, site, {
      to,
      name,
      subject: `Your ${correction.disputed ? 'report' : 'correction'}${about}`,
      hours: MAIL_KEPT,
      parts: [
        `On ${sent.toISOString().slice(0, 10)} you ${what}.`,
        ...paragraphs.filter(Boolean),
        model && {
          link: `${site.publicOrigin}/product?company=${model.make.id}&m=model&value=${encodeURIComponent(model.name)}&id=${model.id}`,
          label: 'Open the sheet',
        },
      ],
    });
}
