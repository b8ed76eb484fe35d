import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Caller, Context } from '../../context';
import { notFound } from '../../errors';
import { described } from '../../gate/operation';
import type { Read } from '../../gate/plainReads';
import { describeEnum } from '../../inputs/describeEnum';
import { toId } from '../../inputs/record';
import type { Statement } from '../../outside/postgres/reads';
import { blankKey } from '../blanks/blanksIn';
import { BLANKS, KeyDataField } from '../keyData';
import { BlankMatch, type CellPair, keysIn, meaningOf, namesBeside, namesOn } from './equalBlanks';
import { VanBlank } from './vanBlank.entity';

describeEnum(BlankMatch, 'BlankMatch', 'How a blank in the van is the one that a sheet names.', {
  SAME: 'The sheet has this name.',
  EQUAL: 'Sheets give it as another name of the blank, and no sheet says otherwise.',
  PERHAPS: 'Some sheets give it as another name of the blank, others a different one: compare before cutting.',
});

@ArgsType()
export class VanBlanksForInput {
  @Field(() => ID, { description: 'The model of the sheet.' })
  modelId!: string;
}

@ObjectType({ description: 'A blank in the van that a sheet names.' })
export class VanBlankMatch {
  @Field(() => VanBlank, { description: 'The blank, under the name that the company gave it.' })
  blank!: VanBlank;

  @Field(() => BlankMatch, { description: 'How sure it is that they are the same.' })
  match!: BlankMatch;

  @Field(() => KeyDataField, { description: 'The column of the sheet.' })
  field!: string;

  @Field(() => String, { description: 'The name on the sheet.' })
  name!: string;
}

@ObjectType({ description: 'What the van of the caller’s company has for a sheet.' })
export class VanBlanksFor {
  /** Whose sheet it opens. */
  modelId!: number;

  @Field(() => Boolean, { description: 'Whether the company keeps a list at all.' })
  keepsList!: boolean;

  @Field(() => [VanBlankMatch], {
    description:
      'The listed blanks that are on the sheet, also under other names; the surest first, then those with the most.',
  })
  matches!: VanBlankMatch[];
}

/** The blanks on the sheet of `models` as the client $2 sees it: with its own values. */
const CELLS = BLANKS.map(
  ({ name, column }) => `json_build_array('${name}', coalesce((
    select v.value from own_values v join own_sheets s on s.id = v.sheet_id
    where s.client_id = $2 and s.model_id = models.id and v.field = '${name}'), ${column}))`,
).join(', ');
const FIELDS = BLANKS.map(({ name }) => `'${name}'`).join(', ');

/** The cells of the model $1 by field, as the client $2 sees them, and whether it has a list. */
const SHEET: Statement = {
  name: 'blanks of a sheet',
  text: `select json_build_object('cells', json_build_array(${CELLS}),
      'keepsList', exists (select from van_blanks where client_id = $2))
    from models where id = $1`,
};

/** The cells that may have one of the names with the keys $1, each with the other cells beside it. */
const BESIDE: Statement = {
  name: 'blanks beside others',
  text: `with found as (
      select name_id, field, value, model_ids from jump_identifiers where blank_keys && $1::text[]
    )
    select coalesce(json_agg(json_build_array(field, value, other_field, other_value)), '[]') from (
      select distinct f.field, f.value, j.field as other_field, j.value as other_value
      from found f left join jump_identifiers j on j.name_id = f.name_id and j.field <> f.field
        and j.field in (${FIELDS}) and j.model_ids && f.model_ids
    ) as p`,
};

/** The blanks of the client $1 with one of the keys $2. */
const OF_CLIENT: Statement = {
  name: 'blanks of a van by key',
  text: `select coalesce(json_agg(row_to_json(v)), '[]') from (
      select id, name, key, count, username, created_at as "createdAt", updated_at as "updatedAt", version
      from van_blanks where client_id = $1 and key = any($2::text[])
    ) as v`,
};

type Row = Omit<VanBlank, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', string>;

/** Names shorter than this are looked for only in the van itself. */
const SHORTEST = 3;
/** The most names that are looked for on other sheets: a sheet has five cells, so more are no names of its blanks. */
const MOST_NAMES = 12;

/** What the sheets of the catalogue say of these names. */
async function whatSheetsSay(read: Read, names: readonly string[]) {
  const keys = names.filter(({ length }) => length >= SHORTEST).slice(0, MOST_NAMES);
  const pairs = keys.length > 0 ? await read<CellPair[]>(BESIDE, [keys]) : [];
  return namesBeside(pairs ?? [], new Set(keys));
}

async function inVan(read: Read, client: number, cells: [field: string, cell: string][]): Promise<VanBlankMatch[]> {
  const names = namesOn(cells);
  const beside = await whatSheetsSay(read, [...names.keys()]);
  const keys = [...new Set([...names.keys(), ...keysIn(beside)])];
  const rows = (await read<Row[]>(OF_CLIENT, [client, keys])) ?? [];
  const others = rows.map(({ key }) => key).filter((key) => !names.has(key));
  const back = await whatSheetsSay(read, others);
  const matches = rows.flatMap((row) => {
    const meaning = meaningOf(row.key, { names, beside, back });
    const blank = { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
    return meaning ? { ...meaning, blank } : [];
  });
  const order = Object.values(BlankMatch);
  return matches.sort(
    (one, other) => order.indexOf(one.match) - order.indexOf(other.match) || other.blank.count - one.blank.count,
  );
}

/** What an answer tells: that the catalogue gives a blank another name. That the sheet has the name itself tells nothing new. */
const matchOf = ({ name, blank }: VanBlankMatch) => `blank ${blankKey(name)} ${blank.key}`;

/** `found` as the budget of matches allows it (docs/rules.md, "Jump"): the company types both the names and the list. */
async function counted(
  ctx: Pick<Context, 'spentMatches' | 'showMatches'> & { user: Caller },
  found: VanBlankMatch[],
): Promise<VanBlankMatch[]> {
  const spent = await ctx.spentMatches(ctx.user);
  const shown = spent ? found.filter((one) => one.match === BlankMatch.SAME || spent.hasSeen(matchOf(one))) : found;
  if (spent && shown.length === 0) return spent.refuse();
  await ctx.showMatches(ctx.user, shown.filter(({ match }) => match !== BlankMatch.SAME).map(matchOf));
  return shown;
}

export const vanBlanksFor = described(
  'What the van of the caller’s company has for the sheet of a model, also under other names. It opens the sheet; each other name counts as a match in Jump.',
  'LOOKUP',
).read(
  'company',
  VanBlanksForInput,
  async (ctx, { modelId }): Promise<VanBlanksFor> => {
    const { read, user } = ctx;
    const id = toId(modelId);
    const sheet = await read<{ cells: [string, string][]; keepsList: boolean }>(SHEET, [id, user.client.id]);
    if (!sheet) throw notFound('model');
    const { cells, keepsList } = sheet;
    const matches = keepsList ? await counted(ctx, await inVan(read, user.client.id, cells)) : [];
    return { modelId: id, keepsList, matches };
  },
  ({ modelId }) => [modelId],
);
