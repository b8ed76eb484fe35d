import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { described } from '../../gate/operation';
import type { PlainReader, Read } from '../../gate/plainReads';
import { Rule, WholeNumber, wrongText } from '../../inputs/fields';
import type { Statement } from '../../outside/postgres/reads';
import { wordsOf } from '../../text';
import { KeyDataField } from '../keyData';
import type { MakeLine } from '../makes/makeRow';
import { type Fit, familyOf, matchKey } from './found';
import { corrected, makesNamed, speltMakes } from './makeWords';
import { type Interpretation, interpretationsOf, nameTerms, TERM_COLUMNS, yearAlone } from './searchTerms';

@ArgsType()
export class JumpPlacesInput {
  @Field(() => String, { description: 'The same text as for `jump`.' })
  @Rule((value) => wrongText(value, { label: 'text' }))
  text!: string;
}

@ObjectType({ description: 'A make that a text in Jump means.' })
export class JumpMake {
  make!: MakeLine;

  @Field(() => Int, { nullable: true, description: 'The year that was typed, of which the make has models.' })
  year!: number | null;
}

@ObjectType({ description: 'How many models an identifier fits.' })
class JumpFamily {
  @Field(() => String, { description: 'The identifier as it is written in one of them, as far as it was typed.' })
  value!: string;

  @Field(() => Int, { description: 'How many makes and names have it.' })
  total!: number;
}

@ObjectType({ description: 'What a text in Jump means besides single models.' })
export class JumpPlaces {
  @Field(() => [JumpMake], {
    description:
      'The make, if only a make was typed; with a year, the make in that year; of a year alone, all makes, the one with the most models first.',
  })
  makes!: JumpMake[];

  @Field(() => JumpFamily, {
    nullable: true,
    description: 'The identifier that was typed whole, if several models have it. Shown, it is a match.',
  })
  family!: JumpFamily | null;
}

@ArgsType()
export class JumpFamilyInput extends JumpPlacesInput {
  @Field(() => Int, { description: 'Which page, from 1.' })
  @WholeNumber('page', 1, 100_000, 'The page must be at least 1.', 'There is no such page.')
  page: number = 1;

  @Field(() => Int, { description: 'How many on a page, 1 to 100. Each is a match.' })
  @WholeNumber('limit', 1, 100)
  limit: number = 50;
}

@ObjectType({ description: 'A make and name that has an identifier.' })
export class JumpFit {
  make!: MakeLine;

  @Field(() => String, { description: 'The model name.' })
  name!: string;

  @Field(() => [Int], { description: 'The years that have the identifier, newest first.' })
  years!: number[];

  @Field(() => KeyDataField, { description: 'The identifier that matched.' })
  field!: string;

  @Field(() => String, { description: 'The identifier as far as it was typed.' })
  value!: string;

  @Field(() => ID, { description: 'The id of the newest model that has it.' })
  modelId!: number;
}

@ObjectType({ description: 'Some of the models that an identifier fits, by make and name.' })
export class JumpFits extends JumpFamily {
  @Field(() => [JumpFit], { description: 'The makes and names of this page; empty past the end.' })
  items!: JumpFit[];
}

const MAKES_OF_YEAR: Statement = {
  name: 'makes of a year',
  text: `select coalesce(json_agg(json_build_object('id', k.id, 'displayName', k.display_name)
      order by f.names desc, k.display_name), '[]')
    from (select make_id, count(*) as names from jump_names where $1 = any(years) group by make_id) as f
    join makes k on k.id = f.make_id`,
};

const WITH_YEAR: Statement = {
  name: 'makes with a year',
  text: `select coalesce(json_agg(distinct make_id), '[]') from jump_names
    where make_id = any($1::int[]) and $2 = any(years)`,
};

/** Whether the words are whole words of a model of another make than $2, and whether they begin words of any model. */
const NAMES_OF_OTHERS: Statement = {
  name: 'names that could be makes',
  text: `select json_build_object(
      'whole', coalesce(bool_or(n.make_id <> all ($2::int[]) and (n.words ~ w.whole or n.words ~ all (w."eachWhole"))), false),
      'beginning', coalesce(bool_or(n.words ~ w.beginning or n.words ~ all (w."eachBeginning")), false))
    from jsonb_to_recordset($1::jsonb) as w (${TERM_COLUMNS}) join jump_names n on n.text like w."like"
    where n.text like all (w.each) and n.years <> '{}'`,
};

/** The makes that the words mean; none if a model is meant. */
async function matchingMakes(reader: PlainReader, words: string[]): Promise<JumpMake[]> {
  const { read } = reader;
  const now = new Date().getUTCFullYear();
  const alone = yearAlone(words);
  if (alone) return ((await read<MakeLine[]>(MAKES_OF_YEAR, [alone])) ?? []).map((make) => ({ make, year: alone }));
  const makes = await speltMakes(reader);
  const interpretations = interpretationsOf(words, now);
  const find = (some: Interpretation[]) => some.map((one) => ({ ...one, ...makesNamed(makes, one.words) }));
  const asTyped = find(interpretations).toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole));
  const best = asTyped.find((one) => one.makes.length > 0);
  if (best?.isWhole) return inYear(read, best.makes, best.year);
  const given = best ?? interpretations.at(-1);
  if (!given) return [];
  const ids = best?.makes.map(({ id }) => id) ?? [];
  const names = await read<{ whole: boolean; beginning: boolean }>(NAMES_OF_OTHERS, [
    JSON.stringify([nameTerms(given)]),
    ids,
  ]);
  if (best) return names?.whole ? [] : inYear(read, best.makes, best.year);
  const better = names?.beginning
    ? undefined
    : find(corrected(makes, interpretations)).find((one) => one.makes.length > 0);
  return better ? inYear(read, better.makes, better.year) : [];
}

async function inYear(read: Read, makes: MakeLine[], year: number | null): Promise<JumpMake[]> {
  if (!year) return makes.map((make) => ({ make, year }));
  const ids = await read<number[]>(WITH_YEAR, [makes.map(({ id }) => id), year]);
  return makes.filter(({ id }) => ids?.includes(id)).map((make) => ({ make, year }));
}

/** Only texts with a digit: a word such as a make in a transponder's name is not asked for as an identifier. */
const mayBeIdentifier = (words: string[]) =>
  /\d/.test(words.join('')) && words.join('').length > 2 && !yearAlone(words);

const familyKey = (words: string[]) => `family ${words.join('')}`;

export const jumpPlaces = described('What a text in Jump means besides single models.', 'LOOKUP').read(
  'member',
  JumpPlacesInput,
  async (ctx, { text }) => {
    const words = wordsOf(text);
    if (words.length === 0) return { makes: [], family: null };
    const makes = await matchingMakes(ctx, words);
    if (!mayBeIdentifier(words)) return { makes, family: null };
    const spent = await ctx.spentMatches(ctx.user);
    const size = spent?.hasSeen(familyKey(words)) === false ? null : await familyOf(ctx.read, words).size();
    const family = size && size.total > 1 ? size : null;
    if (family) await ctx.showMatches(ctx.user, [familyKey(words)]);
    return { makes, family };
  },
);

export const jumpFamily = described(
  'The models that an identifier fits: a blank, a part, a transponder or a card, as a whole, or a key code. It costs as many matches as it shows.',
  'LOOKUP',
).read('member', JumpFamilyInput, async (ctx, { text, page, limit }): Promise<JumpFits> => {
  const words = wordsOf(text);
  const spent = await ctx.spentMatches(ctx.user);
  const family = familyOf(ctx.read, words);
  const size = mayBeIdentifier(words) ? await family.size() : null;
  const items = size ? await family.page(limit, (page - 1) * limit) : [];
  if (spent && !(size && spent.hasSeen(familyKey(words)) && items.every((fit) => spent.hasSeen(matchKey(fit)))))
    await spent.refuse();
  if (size) await ctx.showMatches(ctx.user, [familyKey(words), ...items.map((fit: Fit) => matchKey(fit))]);
  return { value: size?.value ?? text, total: size?.total ?? 0, items };
});
