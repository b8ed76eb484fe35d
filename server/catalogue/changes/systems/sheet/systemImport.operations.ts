import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Caller } from '../../../../context';
import { AppError } from '../../../../errors';
import { described } from '../../../../gate/operation';
import { OneOf, Optional, WholeNumber } from '../../../../inputs/fields';
import { PageOf } from '../../../../inputs/list';
import { fileTitle, type SheetFile, withUpload } from '../../../../inputs/sheetUpload';
import { byWhom, LogEntry } from '../../../../logs/logEntry.entity';
import { LogKind } from '../../../../logs/logKind';
import { longWork } from '../../../../outside/postgres/connections';
import { FieldChange } from '../../../recordChange';
import { KeySystem } from '../../../systems/keySystem.entity';
import { KeySystemChange } from '../../../systems/keySystemChange.entity';
import { RowVerdict } from '../../stagedRow';
import { giveValues } from '../systemInput';
import { digestOf, planSystems, type SystemPlan } from './planSystems';
import { readSystems } from './readSystems';

@ObjectType({ description: 'A row of a list of key systems, and what importing it does.' })
export class KeySystemRow {
  @Field(() => Int, { description: 'The row’s number in the sheet, from 1.' })
  number!: number;

  @Field(() => RowVerdict, { description: 'NEW, CHANGED, UNCHANGED or REFUSED.' })
  verdict!: RowVerdict;

  @Field(() => String, { description: 'The name that the key system has or gets.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'The key system that it changes; null for a new one.' })
  id!: number | null;

  @Field(() => [FieldChange], { description: 'What it changes; of a new key system, all its values.' })
  changes!: FieldChange[];

  @Field(() => [String], { description: 'Why it is refused.' })
  problems!: string[];
}

@ObjectType({ description: 'How many rows of a list of key systems have which outcome.' })
export class KeySystemTotals {
  @Field(() => Int, { description: 'New key systems.' })
  new!: number;

  @Field(() => Int, { description: 'Changed key systems.' })
  changed!: number;

  @Field(() => Int, { description: 'Rows that say what is known already.' })
  unchanged!: number;

  @Field(() => Int, { description: 'Rows that are not imported.' })
  refused!: number;
}

@ObjectType({ description: 'What importing a list of key systems would do, with a page of its rows.' })
export class KeySystemSheet extends PageOf(KeySystemRow, 'rows') {
  @Field(() => KeySystemTotals, { description: 'All rows, counted.' })
  totals!: KeySystemTotals;

  @Field(() => [String], { description: 'How the file was read, for people.' })
  warnings!: string[];

  @Field(() => String, { description: 'Identifies this result, for `importKeySystems`.' })
  digest!: string;
}

/** How much of the result is answered. */
@InputType()
export class KeySystemRowsInput {
  @Field(() => RowVerdict, { nullable: true, description: 'Only rows with this verdict.' })
  @Optional()
  @OneOf(RowVerdict, 'There is no such verdict.')
  verdict?: RowVerdict | null;

  @Field(() => Int, { description: 'Which page, from 1.' })
  @WholeNumber('page', 1, 2_147_483_647, 'The page must be at least 1.', 'There is no such page.')
  page: number = 1;

  @Field(() => Int, { description: 'How many on a page, 1 to 100.' })
  @WholeNumber('limit', 1, 100)
  limit: number = 20;
}

export class CheckKeySystemsInput extends KeySystemRowsInput {
  file!: SheetFile;
}

/** The server keeps no file, so each page reads it again. See docs/decisions/0083-lists-of-key-systems.md. */
export const checkKeySystems = described(
  'Compares a list of key systems with those that are known (a dry run), and answers a page of its rows. Changes nothing.',
  'CATALOGUE',
).chain('admin', CheckKeySystemsInput, async (ctx, { file, verdict, page, limit }) =>
  withUpload(ctx, file, {}, (sheet) =>
    longWork(ctx.commit<KeySystemSheet>, async (em) => {
      const { rows, warnings } = await readSystems(sheet);
      const plans = await planSystems(em, rows, fileTitle(file.name));
      const wanted = verdict ? plans.filter((plan) => plan.verdict === verdict) : plans;
      return {
        totals: totalsOf(plans),
        warnings,
        digest: digestOf(plans),
        total: wanted.length,
        items: wanted
          .slice((page - 1) * limit, page * limit)
          .map(({ system, input, ...row }) => ({ ...row, id: system?.id ?? null })),
      };
    }),
  ),
);

export class ImportKeySystemsInput {
  file!: SheetFile;
  digest!: string;
}

export const importKeySystems = described(
  'Writes the new and changed key systems of a list, all or nothing; refused rows are left out. CONFLICT if this would do anything else than `checkKeySystems` has answered.',
  'CATALOGUE',
).chain('admin', ImportKeySystemsInput, async (ctx, { file, digest }) =>
  withUpload(ctx, file, {}, (sheet) =>
    longWork(ctx.commit<KeySystemTotals>, async (em) => {
      const { rows } = await readSystems(sheet);
      // Whoever changes one of them, or gives it to models, waits.
      await em.execute('select from key_systems order by id for no key update');
      const plans = await planSystems(em, rows, fileTitle(file.name));
      if (digestOf(plans) !== digest)
        throw new AppError(
          'CONFLICT',
          'The file or the key systems have changed since the check. Check the file again.',
        );
      for (const plan of plans) write(em, plan, ctx.user);
      await em.flush();
      const totals = totalsOf(plans);
      LogEntry.write(em, ctx.user, LogKind.IMPORT_APPLIED, {
        text: `Imported key systems from ${fileTitle(file.name)}: ${totals.new} new, ${totals.changed} changed, ${totals.refused} refused`,
      });
      return totals;
    }),
  ),
);

const count = (plans: readonly SystemPlan[], verdict: RowVerdict) =>
  plans.filter((plan) => plan.verdict === verdict).length;

const totalsOf = (plans: readonly SystemPlan[]): KeySystemTotals => ({
  new: count(plans, RowVerdict.NEW),
  changed: count(plans, RowVerdict.CHANGED),
  unchanged: count(plans, RowVerdict.UNCHANGED),
  refused: count(plans, RowVerdict.REFUSED),
});

function write(em: EntityManager, plan: SystemPlan, user: Caller): void {
  if (plan.verdict !== RowVerdict.NEW && plan.verdict !== RowVerdict.CHANGED) return;
  const system = plan.system ?? new KeySystem();
  const changes = giveValues(system, plan.input, user.username);
  em.persist(system);
  em.create(KeySystemChange, { keySystem: system, ...byWhom(user), created: plan.system === null, changes });
}
