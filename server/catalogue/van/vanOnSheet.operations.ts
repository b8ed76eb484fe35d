import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { notFound } from '../../errors';
import { described } from '../../gate/operation';
import type { Read } from '../../gate/plainReads';
import { describeEnum } from '../../inputs/describeEnum';
import { toId } from '../../inputs/record';
import type { Statement } from '../../outside/postgres/reads';
import { BLANKS, KeyDataField } from '../keyData';
import { type BlankCells, BlankMatch, type EqualBlanks, equalBlanks, type Meant, meantBy } from './equalBlanks';
import { VanBlank } from './vanBlank.entity';

describeEnum(BlankMatch, 'BlankMatch', 'How a blank in the van is the one that a sheet names.', {
  SAME: 'The sheet has this name.',
  EQUAL: 'Sheets give it as another name of the blank, and no sheet says otherwise.',
  PERHAPS: 'Some sheets give it as another name of the blank, others a different one: compare before cutting.',
});

@ArgsType()
export class VanBlanksForInput {
  @Field(() => ID, { description: 'The id of the model.' })
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

const COLUMNS = BLANKS.map(({ column }) => column).join(', ');

/** The blanks on the sheet of `models` as the client $2 sees it: with its own values. */
const CELLS = BLANKS.map(
  ({ name, column }) => `coalesce((select v.value from own_values v join own_sheets s on s.id = v.sheet_id
    where s.client_id = $2 and s.model_id = models.id and v.field = '${name}'), ${column})`,
).join(', ');

/** The cells of the model $1, and whether the client $2 has a list. */
const SHEET: Statement = {
  name: 'blanks of a sheet',
  text: `select json_build_object('cells', json_build_array(${CELLS}),
      'keepsList', exists (select from van_blanks where client_id = $2))
    from models where id = $1`,
};

/** All different rows of blanks in the catalogue. */
const ALL_CELLS: Statement = {
  name: 'blanks of all sheets',
  text: `select coalesce(json_agg(json_build_array(${COLUMNS})), '[]') from (select distinct ${COLUMNS} from models) as m`,
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

async function ofClient(read: Read, client: number, meant: ReadonlyMap<string, Meant>): Promise<VanBlankMatch[]> {
  const rows = (await read<Row[]>(OF_CLIENT, [client, [...meant.keys()]])) ?? [];
  const matches = rows.flatMap((row) => {
    const found = meant.get(row.key);
    const blank = { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
    return found ? { ...found, blank } : [];
  });
  const order = Object.values(BlankMatch);
  return matches.sort(
    (one, other) => order.indexOf(one.match) - order.indexOf(other.match) || other.blank.count - one.blank.count,
  );
}

export const vanBlanksFor = described(
  'What the van of the caller’s company has for the sheet of a model, also under other names. It opens the sheet.',
).read(
  'company',
  VanBlanksForInput,
  async ({ read, derived, user }, { modelId }): Promise<VanBlanksFor> => {
    const id = toId(modelId);
    const sheet = await read<{ cells: BlankCells; keepsList: boolean }>(SHEET, [id, user.client.id]);
    if (!sheet) throw notFound('model');
    const { cells, keepsList } = sheet;
    if (!keepsList || cells.every((cell) => !cell)) return { modelId: id, keepsList, matches: [] };
    const equal = await derived<EqualBlanks>('equal blanks', async () =>
      equalBlanks((await read<BlankCells[]>(ALL_CELLS, [])) ?? []),
    );
    return { modelId: id, keepsList, matches: await ofClient(read, user.client.id, meantBy(cells, equal)) };
  },
  ({ modelId }) => [modelId],
);
