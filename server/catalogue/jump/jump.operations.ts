import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import type { Spent } from '../../context';
import { described } from '../../gate/operation';
import type { PlainReader } from '../../gate/plainReads';
import { Rule, WholeNumber, wrongText } from '../../inputs/fields';
import { wordsOf } from '../../text';
import { KeyDataField } from '../keyData';
import { Model } from '../models/model.entity';
import type { ModelRow } from '../models/modelRow';
import type { Fields } from '../models/readModels';
import { type Found, matches, matchKey, TIERS } from './found';
import { corrected, hasTypoOf, speltMakes } from './makeWords';
import { interpretationsOf, yearAlone } from './searchTerms';

@ArgsType()
export class JumpInput {
  @Field(() => String, {
    description:
      'Words of a make and name, a nickname, a year, a key code, or the number of a blank, a part, a transponder or a card; in any order.',
  })
  @Rule((value) => wrongText(value, { label: 'text' }))
  text!: string;

  @Field(() => Int, { description: 'The most hits, 1 to 100.' })
  @WholeNumber('limit', 1, 100)
  limit: number = 8;

  /** How much of the models to read. With key data, each counts as an opened sheet. */
  fields: Fields = 'names';
}

@ObjectType({ description: 'What Jump has found: the models of one make and name.' })
export class JumpHit {
  @Field(() => String, { description: 'The model name that they share.' })
  name!: string;

  @Field(() => [Int], { description: 'The years, newest first; of an identifier, the years that have it.' })
  years!: number[];

  @Field(() => Model, { description: 'The sheet to open: of the year that was typed, else of the newest of `years`.' })
  model!: ModelRow;

  @Field(() => KeyDataField, { nullable: true, description: 'The identifier that matched; null if the name did.' })
  field!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'That identifier if it was typed whole, else the part of it that was typed; of a code series, the code that was typed. Null if the name matched.',
  })
  value!: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'The cuts, if the typed code is a direct code: its digits, from bow to tip, or as they are typed if the direction of the codes is unknown. `readCode` says which.',
  })
  cuts!: string[] | null;
}

/**
 * Names before identifiers of other names. Where no word of a name begins as typed, the words are corrected: those of makes
 * first. If the caller's budget is spent, identifiers that they have not seen are as if they did not exist.
 */
async function find(
  reader: PlainReader,
  words: string[],
  limit: number,
  fields: Fields,
  isSpent: () => Promise<Spent | undefined>,
): Promise<Found[]> {
  const by = matches(reader.read, fields, limit);
  const interpretations = interpretationsOf(words, new Date().getUTCFullYear());
  const asTyped = await by.names(interpretations);
  const isMeant = asTyped.some(({ tier }) => tier <= TIERS.beginning);
  if (isMeant && asTyped.length === limit) return asTyped;
  const spent = await isSpent();
  const identified = asTyped.length < limit ? await by.identifiers(interpretations) : [];
  const seen = identified.filter((hit) => spent?.hasSeen(matchOf(hit)) ?? true);
  const isSure = isMeant || seen.some(({ tier }) => tier === TIERS.exact);
  const better = isSure ? [] : corrected(await speltMakes(reader), interpretations);
  const named = await by.corrected(better);
  const isBetter = named.some(({ tier }) => tier <= TIERS.beginning);
  const mayMistype = !isSure && !isBetter && !spent;
  const misspelt = mayMistype ? [...(await by.misspelt(better)), ...(await by.misspelt(interpretations))] : [];
  const found = together(misspelt.filter(hasTypoOf(words)), named, asTyped, seen).slice(0, limit);
  if (found.length > 0) return found;
  // A year alone stands for makes, which cost no match.
  if (spent && yearAlone(words)) return [];
  return spent ? spent.refuse() : by.mistyped([...interpretations, ...better]);
}

/** The hits of all lists, each name once. */
const together = (...lists: Found[][]) => {
  const byTitle = new Map<string, Found>();
  for (const hit of lists.flat()) if (!byTitle.has(titleOf(hit))) byTitle.set(titleOf(hit), hit);
  return [...byTitle.values()];
};

const titleOf = ({ name, model }: Pick<Found, 'name' | 'model'>) => `${model.make.id} ${name}`;

const matchOf = ({ name, model, field, value }: Found) => matchKey({ make: model.make, name, field, value });

/** See docs/rules.md, "Jump". */
export const jump = described(
  'Models by whatever is at hand, one hit for each make and name: names before identifiers, whole matches before partial ones, newest first.',
  'LOOKUP',
).read(
  'member',
  JumpInput,
  async (ctx, input) => {
    const words = wordsOf(input.text);
    if (words.length === 0) return [];
    // A hit has a make, which a line lacks.
    const fields = input.fields === 'line' ? 'names' : input.fields;
    const found = await find(ctx, words, input.limit, fields, () => ctx.spentMatches(ctx.user));
    const shown = found.filter(({ field }) => field);
    if (shown.length > 0) await ctx.showMatches(ctx.user, shown.map(matchOf));
    ctx.noteSearch(ctx.user, words.join(' '), found.length > 0 || yearAlone(words) !== null);
    return found;
  },
  // Without key data, the rows do not have this field.
  (hits) => hits.filter(({ model }) => Object.hasOwn(model, 'spacing')).map(({ model }) => model.id),
);
