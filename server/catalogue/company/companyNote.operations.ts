import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ID, InputType, Int } from 'type-graphql';
import { AppError, notFound } from '../../errors';
import { once } from '../../gate/once/once';
import { described } from '../../gate/operation';
import { LongText } from '../../inputs/fields';
import { RecordInput, requireUnchanged, toId } from '../../inputs/record';
import type { Member, Writer } from '../companyBytes';
import type { CompanyNote } from './ownSheet';
import {
  BikeInput,
  dropIfEmpty,
  lockCompany,
  MOST_NOTES,
  ofBike,
  requireRoom,
  sheetToWrite,
  touchSheet,
  WriteToBike,
} from './ownSheets';

/** The most characters of a note, and the most notes of a company on one bike. */
const LONGEST = 2_000;

/** The notes of a bike, the oldest first, as they were written. */
async function readNotes(em: EntityManager, user: Member, where: string, values: unknown[]): Promise<CompanyNote[]> {
  const rows = await em.execute<CompanyNote[]>(
    `select n.id, n.text, n.username, n.user_id is not distinct from ? as own,
       n.user_id is not distinct from ? or not exists (
         select from users u where u.id = n.user_id and u.client_id = s.client_id) as deletable,
       n.created_at as "createdAt", n.updated_at as "updatedAt", n.version
     from company_notes n join own_sheets s on s.id = n.sheet_id where ${where} order by n.created_at, n.id`,
    [user.id, user.id, ...values],
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }));
}

async function readNote(em: EntityManager, user: Member, id: unknown): Promise<CompanyNote> {
  const [note] = await readNotes(em, user, 's.client_id = ? and n.id = ?', [user.client.id, toId(id)]);
  if (!note) throw notFound('note');
  return note;
}

export const companyNotes = described(
  `The notes of the caller’s company on a bike, the oldest first; at most ${MOST_NOTES}.`,
  'LOOKUP',
).query('company', BikeInput, ({ em, user }, input) => readNotes(em, user, ...ofBike(user, input)));

@InputType({ description: 'A note to write (without `id`), or to change.' })
export class SaveCompanyNoteInput extends WriteToBike {
  @Field(() => ID, { nullable: true, description: 'The note to change; absent to write one.' })
  id?: string | null;

  @Field(() => String, {
    description: `What it says: up to ${LONGEST.toLocaleString('en')} characters, in several lines.`,
  })
  @LongText({ label: 'note', required: true, max: LONGEST })
  text!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The `version` that was read: CONFLICT if the note has changed since.',
  })
  version?: number | null;
}

export const saveCompanyNote = described(
  'Writes a note of the caller’s company on a bike. FORBIDDEN for a colleague’s note.',
).command(
  'company',
  SaveCompanyNoteInput,
  (ctx, input): Promise<CompanyNote> =>
    once(
      ctx.em,
      { user: ctx.user, write: 'saveCompanyNote', sentId: input.sentId },
      () => (input.id == null ? write(ctx, input) : change(ctx, input)),
      (id) => readNote(ctx.em, ctx.user, id),
    ),
);

async function write(ctx: Writer, input: SaveCompanyNoteInput): Promise<CompanyNote> {
  const { em, user } = ctx;
  await lockCompany(em, user);
  const sheet = await sheetToWrite(em, user, input);
  await requireRoom(em, sheet, 1);
  const [note] = await em.execute<{ id: number }[]>(
    `insert into company_notes (sheet_id, text, user_id, username, created_at, updated_at)
     values (?, ?, ?, ?, now(), now()) returning id`,
    [sheet, input.text, user.id, user.username],
  );
  await touchSheet(ctx, sheet, 0);
  return readNote(em, user, note?.id);
}

async function change(ctx: Writer, input: SaveCompanyNoteInput): Promise<CompanyNote> {
  const { em, user } = ctx;
  await lockCompany(em, user);
  const note = await readNote(em, user, input.id);
  if (!note.own) throw new AppError('FORBIDDEN', 'Only its author may change a note.');
  requireUnchanged(note, input.version);
  const [changed] = await em.execute<{ sheet: number }[]>(
    `update company_notes set text = ?, updated_at = now(), version = version + 1 where id = ? and text <> ?
     returning sheet_id as sheet`,
    [input.text, note.id, input.text],
  );
  if (changed) await touchSheet(ctx, changed.sheet, 0);
  return readNote(em, user, note.id);
}

@InputType({ description: 'A note of the caller’s own, or of a colleague who has left.' })
export class DeleteCompanyNoteInput extends RecordInput {}

export const deleteCompanyNote = described(
  'Deletes a note of the caller’s company. FORBIDDEN for a colleague’s note, unless the colleague has left.',
).command('company', DeleteCompanyNoteInput, async (ctx, { id }): Promise<CompanyNote> => {
  const { em, user } = ctx;
  await lockCompany(em, user);
  const note = await readNote(em, user, id);
  if (!note.deletable) throw new AppError('FORBIDDEN', 'Only its author may delete a note.');
  const [gone] = await em.execute<{ sheet: number }[]>(
    'delete from company_notes where id = ? returning sheet_id as sheet',
    [note.id],
  );
  if (gone) {
    await touchSheet(ctx, gone.sheet, 0);
    await dropIfEmpty(em, gone.sheet);
  }
  return note;
});
