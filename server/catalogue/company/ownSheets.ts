import type { EntityManager } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { AppError, invalid, notFound } from '../../errors';
import { wrongText } from '../../inputs/fields';
import { toId } from '../../inputs/record';
import { SentOnce } from '../../inputs/sentOnce';
import { bytesOf, type Member, requireBytes, type Writer } from '../companyBytes';
import { KEY_DATA, keyDatum, UNIT } from '../keyData';
import type { OwnSheet, OwnValue } from './ownSheet';

/** The most own sheets of a company. */
const MOST_SHEETS = 5_000;

const MODEL_ID = { nullable: true, description: 'The model of the catalogue; or else `sheetId`.' };
const SHEET_ID = {
  nullable: true,
  description: 'The own sheet of a bike that the catalogue lacks; or else `modelId`.',
};

/** The bike whose values or notes are read. */
@ArgsType()
export class BikeInput {
  @Field(() => ID, MODEL_ID)
  modelId?: string | null;

  @Field(() => ID, SHEET_ID)
  sheetId?: string | null;
}

/** The bike to which a value or a note is added. */
@InputType()
export class WriteToBike extends SentOnce {
  @Field(() => ID, MODEL_ID)
  modelId?: string | null;

  @Field(() => ID, SHEET_ID)
  sheetId?: string | null;
}

/** The condition on `own_sheets s` for the caller's own sheet of a bike, with its values. */
export function ofBike({ client }: Member, { modelId, sheetId }: BikeInput): [where: string, values: number[]] {
  if ((modelId == null) === (sheetId == null)) throw invalid({ modelId: ['Name the model or the own sheet.'] });
  return sheetId == null
    ? ['s.client_id = ? and s.model_id = ?', [client.id, toId(modelId)]]
    : ['s.client_id = ? and s.id = ?', [client.id, toId(sheetId)]];
}

/** The tables of an own sheet. A model that is there has precedence over its last known names. */
export const SHEETS = `own_sheets s left join models m on m.id = s.model_id left join makes k on k.id = m.make_id`;
export const BIKE = {
  make: 'coalesce(k.display_name, s.make)',
  name: 'coalesce(m.name, s.name)',
  year: 'coalesce(m.year, s.year)',
};
const SHEET = `s.id, m.id as "modelId", m.make_id as "makeId",
  case when m.id is null then (
    select n.id from makes b join models n on n.make_id = b.id and n.name = s.name and n.year = s.year
    where b.display_name = s.make order by n.id limit 1) end as "newModelId", ${BIKE.make} as make, ${BIKE.name} as name, ${BIKE.year} as year,
  (select count(*)::int from own_values where sheet_id = s.id) as "valuesCount",
  (select count(*)::int from company_notes where sheet_id = s.id) as "notesCount",
  s.username, s.created_at as "createdAt", s.updated_at as "updatedAt", s.version`;

/** Own sheets; `where` may end with an order and a limit. */
export async function readSheets(em: EntityManager, where: string, values: unknown[]): Promise<OwnSheet[]> {
  const rows = await em.execute<OwnSheet[]>(`select ${SHEET} from ${SHEETS} where ${where}`, values);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }));
}

/** An own sheet of the caller's company; NOT_FOUND for another one. */
export async function readSheet(em: EntityManager, { client }: Member, id: unknown): Promise<OwnSheet> {
  const [sheet] = await readSheets(em, 's.id = ? and s.client_id = ?', [toId(id), client.id]);
  if (!sheet) throw notFound('own sheet');
  return sheet;
}

const place = new Map(KEY_DATA.map(({ name }, index) => [name, index]));

/** Own values in the order of the key data; `where` is about `own_values v join own_sheets s`. */
export async function readValues(em: EntityManager, where: string, values: unknown[]): Promise<OwnValue[]> {
  const rows = await em.execute<OwnValue[]>(
    `select v.id, v.field, v.value, v.username, v.updated_at as "updatedAt", v.version
     from own_values v join own_sheets s on s.id = v.sheet_id where ${where}`,
    values,
  );
  return rows
    .filter(({ field }) => place.has(field))
    .map((row) => ({ ...row, updatedAt: new Date(row.updatedAt) }))
    .sort((a, b) => (place.get(a.field) ?? 0) - (place.get(b.field) ?? 0));
}

/** What is wrong with an own value: the rules are those of the catalogue's field. */
export function wrongValue(field: string, value: unknown): string | null {
  const { label, max, choices } = keyDatum(field);
  return wrongText(value, { label, max, choices });
}

/** Writes of a company wait for each other, so that its limits hold, and for a merge of its client. */
export async function lockCompany(em: EntityManager, { client }: Member): Promise<void> {
  const [row] = await em.execute<object[]>('select id from clients where id = ? for no key update', [client.id]);
  if (!row) throw new AppError('CONFLICT', 'Your company has just been changed. Please try again.');
}

/** The id of the own sheet of a bike, which is begun if it is one of the catalogue. Call `lockCompany` before. */
export async function sheetToWrite(em: EntityManager, user: Member, bike: BikeInput): Promise<number> {
  const [where, values] = ofBike(user, bike);
  const [known] = await em.execute<{ id: number }[]>(`select s.id from own_sheets s where ${where}`, values);
  if (bike.sheetId != null && !known) throw notFound('own sheet');
  if (bike.sheetId == null) {
    const [model] = await em.execute<object[]>('select id from models where id = ? for key share', [
      toId(bike.modelId),
    ]);
    if (!model) throw notFound('model');
  }
  return known?.id ?? beginSheet(em, user, { model_id: toId(bike.modelId) });
}

type Begun = { model_id: number } | Pick<OwnSheet, 'make' | 'name' | 'year'>;

export async function beginSheet(em: EntityManager, user: Member, bike: Begun): Promise<number> {
  const [count] = await em.execute<{ n: number }[]>('select count(*)::int as n from own_sheets where client_id = ?', [
    user.client.id,
  ]);
  if ((count?.n ?? 0) >= MOST_SHEETS) {
    throw new AppError(
      'CONFLICT',
      `Your company has ${MOST_SHEETS.toLocaleString('en')} own sheets, which is the most: please delete one first.`,
    );
  }
  const row = { client_id: user.client.id, user_id: user.id, username: user.username, ...bike };
  const names = Object.keys(row);
  const [sheet] = await em.execute<{ id: number }[]>(
    `insert into own_sheets (${names.join(', ')}, created_at, updated_at)
     values (${names.map(() => '?').join(', ')}, now(), now()) returning id`,
    Object.values(row),
  );
  return Number(sheet?.id);
}

/** Writes a value that differs, or is new. */
export async function writeValue(
  em: EntityManager,
  user: Member,
  sheet: number,
  field: string,
  value: string,
): Promise<void> {
  const { isMeasure, chosen } = keyDatum(field);
  const formed = isMeasure ? chosen(value, await unitOfSheet(em, sheet)) : chosen(value);
  await em.execute(
    `insert into own_values as v (sheet_id, field, value, user_id, username, updated_at) values (?, ?, ?, ?, ?, now())
     on conflict (sheet_id, field) do update set value = excluded.value, user_id = excluded.user_id,
       username = excluded.username, updated_at = excluded.updated_at, version = v.version + 1
     where v.value <> excluded.value`,
    [sheet, field, formed, user.id, user.username],
  );
}

/** The company's own unit of the bike, else the catalogue's. */
async function unitOfSheet(em: EntityManager, sheet: number): Promise<string> {
  const [found] = await em.execute<{ value: string }[]>(
    `select coalesce((select value from own_values where sheet_id = s.id and field = '${UNIT}'), m.${UNIT}, '') as value
     from own_sheets s left join models m on m.id = s.model_id where s.id = ?`,
    [sheet],
  );
  return found?.value ?? '';
}

/**
 * Says that the bike, a value (so many `versions` more) or a note of the sheet has changed. Throws CONFLICT if the sheet has grown, and
 * the company then keeps too much.
 */
export async function touchSheet(ctx: Writer, id: number, versions = 1): Promise<void> {
  const [touched] = await ctx.em.execute<{ grown: boolean }[]>(
    `with old as (select id, bytes from own_sheets where id = ?)
     update own_sheets s set updated_at = now(), version = version + ?, bytes = ${bytesOf('s')}
     from old where s.id = old.id returning s.bytes > old.bytes as grown`,
    [id, versions],
  );
  if (touched?.grown) await requireBytes(ctx);
}

/** An own sheet of a model is nothing without values and notes. */
export const dropIfEmpty = (em: EntityManager, id: number) =>
  em.execute(
    `delete from own_sheets s where id = ? and model_id is not null
       and not exists (select from own_values where sheet_id = s.id)
       and not exists (select from company_notes where sheet_id = s.id)`,
    [id],
  );

/** The most notes on a bike. */
export const MOST_NOTES = 100;

/** Throws CONFLICT unless an own sheet has room for so many more notes. Call `lockCompany` before. */
export async function requireRoom(em: EntityManager, sheet: number, more: number): Promise<void> {
  const [count] = await em.execute<{ n: number }[]>('select count(*)::int as n from company_notes where sheet_id = ?', [
    sheet,
  ]);
  if ((count?.n ?? 0) + more > MOST_NOTES)
    throw new AppError('CONFLICT', `A bike has at most ${MOST_NOTES} notes: please delete some first.`);
}
