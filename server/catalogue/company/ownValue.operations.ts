import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, InputType, Int } from 'type-graphql';
import { AppError, invalid, notFound } from '../../errors';
import { once } from '../../gate/once/once';
import { described } from '../../gate/operation';
import { RecordInput, requireUnchanged, toId } from '../../inputs/record';
import { ManyLines } from '../../inputs/textForms';
import type { Member, Writer } from '../companyBytes';
import { KeyDataField, keyDatum } from '../keyData';
import type { OwnValue } from './ownSheet';
import {
  BikeInput,
  dropIfEmpty,
  lockCompany,
  ofBike,
  readValues,
  sheetToWrite,
  touchSheet,
  WriteToBike,
  writeValue,
  wrongValue,
} from './ownSheets';

export const ownValues = described(
  'The own values of the caller’s company for a bike, in the order of the key data.',
  'LOOKUP',
).query('company', BikeInput, ({ em, user }, input) => readValues(em, ...ofBike(user, input)));

@InputType({ description: 'An own value to keep. It replaces the company’s value for the same bike and field.' })
export class SaveOwnValueInput extends WriteToBike {
  @Field(() => KeyDataField, { description: 'Which field of the key data.' })
  field!: string;

  @Field(() => String, { description: 'The value; the rules are those of the catalogue’s field.' })
  @ManyLines()
  value!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that was read, or 0 if there was no value: CONFLICT if a colleague has changed it since. If absent, nothing is compared.',
  })
  version?: number | null;
}

export const saveOwnValue = described('Keeps an own value of the caller’s company.').command(
  'company',
  SaveOwnValueInput,
  (ctx, input): Promise<OwnValue> =>
    once(
      ctx.em,
      { user: ctx.user, write: 'saveOwnValue', sentId: input.sentId },
      () => save(ctx, input),
      (id) => readValue(ctx.em, ctx.user, id),
    ),
);

async function save(ctx: Writer, input: SaveOwnValueInput): Promise<OwnValue> {
  const { em, user } = ctx;
  const value = requireValue(input.field, input.value);
  await lockCompany(em, user);
  const sheet = await sheetToWrite(em, user, input);
  const [before] = await readValues(em, 's.id = ? and v.field = ?', [sheet, input.field]);
  requireUnchanged({ version: before?.version ?? 0 }, input.version);
  await writeValue(em, user, sheet, input.field, value);
  await touchSheet(ctx, sheet);
  const [saved] = await readValues(em, 's.id = ? and v.field = ?', [sheet, input.field]);
  if (!saved) throw notFound('own value');
  return saved;
}

function requireValue(field: string, value: string): string {
  const wrong = value.trim() === '' ? `The ${keyDatum(field).label} field is required.` : wrongValue(field, value);
  if (wrong) throw invalid({ value: [wrong] });
  return keyDatum(field).chosen(value);
}

async function readValue(em: EntityManager, { client }: Member, id: string): Promise<OwnValue> {
  const [value] = await readValues(em, 's.client_id = ? and v.id = ?', [client.id, toId(id)]);
  if (!value) throw notFound('own value');
  return value;
}

@InputType({ description: 'The own value to delete, after which the catalogue’s counts.' })
export class DeleteOwnValueInput extends RecordInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The `version` that was read: CONFLICT if a colleague has changed it since.',
  })
  version?: number | null;
}

export const deleteOwnValue = described('Deletes an own value of the caller’s company.').command(
  'company',
  DeleteOwnValueInput,
  async (ctx, { id, version }): Promise<OwnValue> => {
    const { em, user } = ctx;
    await lockCompany(em, user);
    const value = await readValue(em, user, id);
    requireUnchanged(value, version);
    const [gone] = await em.execute<{ sheet: number }[]>(
      'delete from own_values where id = ? returning sheet_id as sheet',
      [value.id],
    );
    if (!gone) throw new AppError('CONFLICT', 'A colleague has just deleted this value.');
    await touchSheet(ctx, gone.sheet);
    await dropIfEmpty(em, gone.sheet);
    return value;
  },
);
