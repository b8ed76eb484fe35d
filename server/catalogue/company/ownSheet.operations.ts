import type { EntityManager } from '@mikro-orm/postgresql';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { AppError, invalid } from '../../errors';
import { once } from '../../gate/once/once';
import { described } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { OneOf, Optional, Rule, TextField, wrongText, wrongYear } from '../../inputs/fields';
import { anywhere, FilterField, NewestFirstInput, type Page } from '../../inputs/list';
import { RecordInput, requireUnchanged } from '../../inputs/record';
import { SentOnce } from '../../inputs/sentOnce';
import { ManyLines } from '../../inputs/textForms';
import { narrow, searchKey } from '../../text';
import type { Member, Writer } from '../companyBytes';
import { KeyDataField, keyDatum } from '../keyData';
import type { OwnSheet } from './ownSheet';
import {
  BIKE,
  beginSheet,
  lockCompany,
  readSheet,
  readSheets,
  requireRoom,
  SHEETS,
  sheetToWrite,
  touchSheet,
  writeValue,
  wrongValue,
} from './ownSheets';

export enum OwnSheetSort {
  MAKE = 'make',
  NAME = 'name',
  YEAR = 'year',
  USER = 'username',
  UPDATED_AT = 'updatedAt',
}
describeEnum(OwnSheetSort, 'OwnSheetSort', 'What own sheets are sorted by.', {
  MAKE: 'The makes of the bikes.',
  NAME: 'The names of the bikes, in natural order.',
  YEAR: 'The years of the bikes.',
  USER: 'Who began them.',
  UPDATED_AT: 'When they were last changed.',
});
const ORDER: Record<OwnSheetSort, string> = {
  make: `${BIKE.make} collate natural_order`,
  name: `${BIKE.name} collate natural_order`,
  year: BIKE.year,
  username: 'lower(s.username)',
  updatedAt: 's.updated_at',
};

@InputType({ description: 'The own sheets that meet all of these conditions; without any condition, all of them.' })
export class OwnSheetFilter {
  @TextField({ label: 'search', description: 'Words that make, name, year, a value or a note contain.' })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for bikes of the catalogue, false for those that it lacks.',
  })
  inCatalogue?: boolean | null;
}

@ArgsType()
export class OwnSheetsInput extends NewestFirstInput {
  @Field(() => OwnSheetSort, { description: 'What they are sorted by.' })
  @OneOf(OwnSheetSort, 'Own sheets cannot be sorted by this.')
  sortBy: OwnSheetSort = OwnSheetSort.UPDATED_AT;

  @FilterField(() => OwnSheetFilter)
  filter?: OwnSheetFilter | null;
}

/** What a company keeps of a bike, by stored keys, so that a search reads each text once, however many words it has. */
const TEXTS = `concat_ws(' ', ${searchKey(`concat_ws(' ', ${BIKE.make}, ${BIKE.name}, ${BIKE.year})`)},
  (select string_agg(search_text, ' ') from own_values where sheet_id = s.id),
  (select string_agg(search_text, ' ') from company_notes where sheet_id = s.id))`;

/** A longer search has words that the shorter one had, too. */
const MOST_WORDS = 10;

function matching(
  { client }: Member,
  { search, inCatalogue }: OwnSheetFilter,
): [where: string, values: (string | number)[]] {
  const words = narrow(search ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, MOST_WORDS);
  const where = ['s.client_id = ?'];
  if (inCatalogue != null) where.push(`m.id is ${inCatalogue ? 'not null' : 'null'}`);
  if (words.length > 0)
    where.push(`${TEXTS} like all (array[${words.map(() => 'lower(?::text collate "und-x-icu")')}])`);
  return [where.join(' and '), [client.id, ...words.map(anywhere)]];
}

export const ownSheets = described('A page of what the caller’s company keeps of bikes.', 'LOOKUP').query(
  'company',
  OwnSheetsInput,
  async ({ em, user }, { page, limit, sortBy, dir, filter }): Promise<Page<OwnSheet>> => {
    const [where, values] = matching(user, filter ?? {});
    const order = `order by ${ORDER[sortBy]} ${dir}, s.id ${dir}`;
    // One search for the page and the total: a company has few sheets, but they may have much text.
    const found = await em.execute<{ id: number }[]>(`select s.id from ${SHEETS} where ${where} ${order}`, values);
    const ids = found.slice((page - 1) * limit, page * limit).map(({ id }) => id);
    return { items: await readSheets(em, `s.id = any(?::int[]) ${order}`, [`{${ids}}`]), total: found.length };
  },
);

export const ownSheet = described('An own sheet of the caller’s company.', 'LOOKUP').query(
  'company',
  RecordInput,
  ({ em, user }, { id }) => readSheet(em, user, id),
);

@InputType({ description: 'A value of an own sheet.' })
class SheetValueInput {
  @Field(() => KeyDataField, { description: 'Which field of the key data.' })
  field!: string;

  @Field(() => String, { description: 'Its value; empty for none.' })
  value!: string;
}

@InputType({ description: 'An own sheet to create (without `id`) or to change, of a bike that the catalogue lacks.' })
export class SaveOwnSheetInput extends SentOnce {
  @Field(() => ID, { nullable: true, description: 'The own sheet to change; absent to create one.' })
  id?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The `version` that was read: CONFLICT if the own sheet has changed since.',
  })
  version?: number | null;

  @Field(() => String, { description: 'The make of the bike.' })
  @Rule((value) => wrongText(value, { label: 'make', required: true }))
  make!: string;

  @Field(() => String, { description: 'The name of the bike.' })
  @Rule((value) => wrongText(value, { label: 'model', required: true }))
  name!: string;

  @Field(() => Int, { description: 'The year of the bike, 1900 to two years ahead.' })
  @Rule(wrongYear)
  year!: number;

  @Field(() => [SheetValueInput], {
    nullable: true,
    description: 'All its values, each field at most once; absent, they stay.',
  })
  @Optional()
  @Rule((values) => (isOnce(values) ? null : 'There is more than one value for the same field.'))
  @ManyLines()
  values?: SheetValueInput[] | null;
}

/** The most own sheets and values of them that a user saves in an hour. */
const MOST_AN_HOUR = 3_000;

const isOnce = (values: unknown) =>
  Array.isArray(values) && new Set(values.map(({ field }) => field)).size === values.length;

export const saveOwnSheet = described('Creates or changes an own sheet of the caller’s company.').command(
  'company',
  SaveOwnSheetInput,
  (ctx, input): Promise<OwnSheet> =>
    once(
      ctx.em,
      { user: ctx.user, write: 'saveOwnSheet', sentId: input.sentId },
      () => save(ctx, input),
      (id) => readSheet(ctx.em, ctx.user, id),
    ),
  { what: 'values kept by', most: MOST_AN_HOUR, counts: ({ values }) => 1 + (values?.length ?? 0) },
);

async function save(ctx: Writer, input: SaveOwnSheetInput): Promise<OwnSheet> {
  const { em, user } = ctx;
  const { make, name, year, version, values } = input;
  const wrong = (values ?? []).flatMap(({ field, value }) => {
    const message = wrongValue(field, value);
    return message ? [[field, [message]]] : [];
  });
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong));
  await lockCompany(em, user);
  const before = input.id == null ? null : await readSheet(em, user, input.id);
  if (before) requireUnchanged(before, version);
  if (before?.modelId != null)
    throw new AppError('CONFLICT', 'The catalogue has this bike: change your values on its sheet.');
  const id = before?.id ?? (await beginSheet(em, user, { make, name, year }));
  if (before) {
    await em.execute('update own_sheets set make = ?, name = ?, year = ? where id = ?', [make, name, year, id]);
  }
  if (values) await writeValues(em, user, id, values);
  await touchSheet(ctx, id, before ? 1 : 0);
  return readSheet(em, user, id);
}

/** Replaces the values of an own sheet; whoever typed a value that stays is still named with it. */
async function writeValues(em: EntityManager, user: Member, id: number, values: SheetValueInput[]): Promise<void> {
  const given = values.map(({ field, value }) => ({ field, value: keyDatum(field).chosen(value) }));
  const kept = given.filter(({ value }) => value !== '');
  await em.execute(
    `delete from own_values where sheet_id = ? and field not in (select jsonb_array_elements_text(?::jsonb))`,
    [id, JSON.stringify(kept.map(({ field }) => field))],
  );
  for (const { field, value } of kept) await writeValue(em, user, id, field, value);
}

@InputType({ description: 'An own sheet to move to a model.' })
export class MoveOwnSheetInput extends RecordInput {
  @Field(() => ID, { description: 'The model, whose sheet then shows the values and notes.' })
  modelId!: string;
}

export const moveOwnSheet = described(
  'Moves what the caller’s company keeps of a bike that the catalogue lacked to a model of the catalogue. Where there is a value already, the newer one stays.',
).command('company', MoveOwnSheetInput, async (ctx, { id, modelId }): Promise<OwnSheet> => {
  const { em, user } = ctx;
  await lockCompany(em, user);
  const sheet = await readSheet(em, user, id);
  if (sheet.modelId !== null) throw new AppError('CONFLICT', 'The catalogue has this bike: its values stay there.');
  const into = await sheetToWrite(em, user, { modelId });
  await requireRoom(em, into, sheet.notesCount);
  const both = [into, sheet.id];
  // Of two values the newer one stays.
  await em.execute(
    `delete from own_values v using own_values w where v.sheet_id in (?, ?) and w.sheet_id in (?, ?)
       and w.field = v.field and (w.updated_at, w.id) > (v.updated_at, v.id)`,
    [...both, ...both],
  );
  for (const table of ['own_values', 'company_notes'])
    await em.execute(`update ${table} set sheet_id = ? where sheet_id = ?`, both);
  await em.execute('delete from own_sheets where id = ?', [sheet.id]);
  await touchSheet(ctx, into);
  return readSheet(em, user, into);
});

@InputType({ description: 'An own sheet to delete, with its values and notes.' })
export class DeleteOwnSheetInput extends RecordInput {}

export const deleteOwnSheet = described(
  'Deletes what the caller’s company keeps of a bike: its values and notes.',
).command('company', DeleteOwnSheetInput, async ({ em, user }, { id }): Promise<OwnSheet> => {
  await lockCompany(em, user);
  const sheet = await readSheet(em, user, id);
  await em.execute('delete from own_sheets where id = ?', [sheet.id]);
  return sheet;
});
