import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { invalid } from '../../errors';
import { described } from '../../gate/operation';
import { AtMost, EachOf, Limits, OneOf, Optional, Rule, WholeNumber } from '../../inputs/fields';
import { LengthUnit } from '../../inputs/lengthUnit';
import type { Statement } from '../../outside/postgres/reads';
import { DEPTH, SPACING } from '../keyData';
import type { MakeLine } from '../makes/makeRow';
import { type Comparison, type MeasuredKey, rankSystems, type SystemFigures } from './rankSystems';

/** The most systems that an answer has. Each counts as a match in Jump. */
const MOST = 10;
/** The most motorcycles of a system. */
const MOST_BIKES = 8;
const MM_PER_INCH = 25.4;
/** In each unit, docs/rules.md, "Identify a key". */
const TOLERANCE = { inch: 0.01, mm: 0.25 };
/** The largest tolerance, and how far a value of a system may be off: with more, the answer would list what systems record. */
const MOST_OFF = { inch: 0.05, mm: 1.25 };

/** A length of a key: from 0 to half a metre, in whatever unit. */
const Length =
  (label: string): PropertyDecorator =>
  (target, name) => {
    Field(() => Float, { nullable: true, description: `${label}; absent if it was not measured.` })(target, name);
    Optional()(target, name);
    Rule((value) => {
      if (value instanceof Limits) return value.note({ minimum: 0, maximum: 500 });
      const fits = typeof value === 'number' && value >= 0 && value <= 500;
      return fits ? null : `The ${label.toLowerCase()} must be a length, e.g. .098 or 2.5.`;
    })(target, name);
  };

@ArgsType()
export class IdentifyKeyInput {
  @Field(() => Int, { nullable: true, description: 'How many cuts the key has on an edge.' })
  @Optional()
  @WholeNumber('number of cuts', 1, SPACING.count)
  cuts?: number | null;

  @Length('First cut')
  firstCut?: number | null;

  @Length('Pitch')
  pitch?: number | null;

  @Field(() => [Float], { nullable: true, description: 'From the stop to each cut, the first one first.' })
  @Optional()
  @AtMost(SPACING.count, `At most ${SPACING.inWords} distances.`)
  @EachOf((one) => typeof one === 'number' && one >= 0 && one <= 500, 'The distances must be lengths, e.g. .098 .197.')
  distances?: number[] | null;

  @Length('Shallowest depth')
  shallowest?: number | null;

  @Length('Deepest depth')
  deepest?: number | null;

  @Field(() => Int, { nullable: true, description: 'How many edges of the blade are cut, 1 or 2.' })
  @Optional()
  @WholeNumber('number of sides', 1, 2)
  sides?: number | null;

  @Field(() => LengthUnit, { description: 'The unit of all lengths.' })
  @OneOf(LengthUnit, 'The unit must be inch or mm.')
  unit: LengthUnit = LengthUnit.INCH;

  @Length('Tolerance')
  tolerance?: number | null;
}

@ObjectType({ description: 'A value of a measured key beside that of a key system.' })
export class KeyComparison implements Comparison {
  @Field(() => String, { description: 'What was measured, e.g. `First cut`.' })
  label!: string;

  @Field(() => Float, { description: 'As it was measured.' })
  measured!: number;

  @Field(() => Float, { nullable: true, description: 'As the system has it; null if it is not recorded.' })
  recorded!: number | null;

  @Field(() => Float, { nullable: true, description: '`measured` less `recorded`.' })
  error!: number | null;

  @Field(() => Boolean, { description: 'Whether the error is within the tolerance.' })
  fits!: boolean;
}

@ObjectType({ description: 'A make and name whose keys are of a system.' })
export class SystemBike {
  make!: MakeLine;

  @Field(() => String, { description: 'The model name.' })
  name!: string;

  @Field(() => Int, { description: 'The newest of its years.' })
  year!: number;

  @Field(() => ID, { description: 'The id of the model of that year.' })
  modelId!: number;
}

@ObjectType({ description: 'A key system that a measured key may be of.' })
export class KeySystemMatch {
  @Field(() => ID, { description: 'Identifies the system.' })
  id!: number;

  @Field(() => String, { description: 'The system’s name.' })
  name!: string;

  @Field(() => String, { description: 'Its card for an HPC code machine.' })
  hpc!: string;

  @Field(() => String, { description: 'Its number in HPC’s list.' })
  dsd!: string;

  @Field(() => String, { description: 'Its number in the ITL list.' })
  itl!: string;

  @Field(() => [KeyComparison], { description: 'Each value that was given, with its error.' })
  comparisons!: KeyComparison[];

  @Field(() => Boolean, { description: 'Whether every value that the system records is within the tolerance.' })
  fits!: boolean;

  @Field(() => Int, { description: 'How many models have it.' })
  modelsCount!: number;

  @Field(() => [SystemBike], { description: 'The first of their makes and names.' })
  bikes!: SystemBike[];
}

/** The figures of all systems as texts. */
const SYSTEMS: Statement = {
  name: 'figures of key systems',
  text: `select coalesce(json_agg(json_build_array(id, unit, sides, ${SPACING.column}, ${DEPTH.column}) order by id), '[]')
    from key_systems`,
};
type Figures = [id: number, unit: string, sides: string, spacing: string[], depths: string[]];

const MATCHES: Statement = {
  name: 'matching key systems',
  text: `select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'hpc', s.hpc, 'dsd', s.dsd, 'itl', s.itl,
      'modelsCount', (select count(*) from models m where m.key_system_id = s.id),
      'bikes', (select coalesce(json_agg(json_build_object(
          'make', json_build_object('id', k.id, 'displayName', k.display_name), 'name', b.name, 'year', b.year,
          'modelId', b.id) order by k.display_name, b.name), '[]')
        from (select distinct on (make_id, name) make_id, name, year, id from models m where m.key_system_id = s.id
          order by make_id, name, year desc, id limit ${MOST_BIKES}) b join makes k on k.id = b.make_id)
    )), '[]') from key_systems s where s.id = any($1::int[])`,
};

const numberOf = (text: string) => (/^\s*\d*[.,]?\d+\s*$/.test(text) ? Number(text.replace(',', '.')) : null);

/** The numbers up to the first text that is none; a system with a gap before further values is not compared beyond it. */
const numbersOf = (texts: readonly string[]): number[] => {
  const values = texts.map(numberOf);
  const end = values.indexOf(null);
  return values.slice(0, end < 0 ? undefined : end).filter((value) => value !== null);
};

/** A system in `unit`. Where its own unit is unknown, distances below 1 are inches: no two cuts are 1 mm apart. */
function figuresOf([id, unit, sides, spacing, depths]: Figures, wanted: 'inch' | 'mm'): SystemFigures & { id: number } {
  const positions = numbersOf(spacing);
  const own = unit || ((positions.at(-1) ?? 0) < 2 ? 'inch' : 'mm');
  const factor = own === wanted ? 1 : wanted === 'mm' ? MM_PER_INCH : 1 / MM_PER_INCH;
  const scaled = (values: number[]) => values.map((value) => value * factor);
  const rootDepths = numbersOf(depths.filter((_, index) => index % 2 === 0));
  return { id, sides, positions: scaled(positions), depths: scaled(rootDepths) };
}

/** See docs/rules.md, "Identify a key". */
export const identifyKey = described(
  'The key systems that a key may be of, by what was measured on it, the likeliest first, with the error of each value. Opens no sheet; each system counts as a match in Jump.',
  'LOOKUP',
).read('member', IdentifyKeyInput, async (ctx, input): Promise<KeySystemMatch[]> => {
  const key: MeasuredKey = {
    cuts: input.cuts ?? null,
    first: input.firstCut ?? null,
    pitch: input.pitch ?? null,
    distances: input.distances ?? [],
    shallowest: input.shallowest ?? null,
    deepest: input.deepest ?? null,
    sides: String(input.sides ?? ''),
  };
  const lengths = [key.first, key.pitch, key.shallowest, key.deepest, ...key.distances].filter((one) => one !== null);
  if (lengths.length === 0)
    throw invalid({ firstCut: ['Please enter at least one length: the first cut, the pitch, a distance or a depth.'] });
  const tolerance = input.tolerance ?? TOLERANCE[input.unit];
  const most = MOST_OFF[input.unit];
  if (tolerance > most) throw invalid({ tolerance: ['The tolerance may be .05 in or 1.25 mm at most.'] });
  const spent = await ctx.spentMatches(ctx.user);
  const all = ((await ctx.read<Figures[]>(SYSTEMS, [])) ?? []).map((figures) => figuresOf(figures, input.unit));
  const matchOf = ({ system }: { system: { id: number } }) => `key system ${system.id}`;
  // What is refused and what does not exist must look the same, or values could be guessed one by one.
  const ranked = rankSystems(key, all, tolerance, most)
    .filter((one) => spent?.hasSeen(matchOf(one)) ?? true)
    .slice(0, MOST);
  if (ranked.length === 0) return spent ? spent.refuse() : [];
  await ctx.showMatches(ctx.user, ranked.map(matchOf));
  type Found = Omit<KeySystemMatch, 'comparisons' | 'fits'>;
  const found = (await ctx.read<Found[]>(MATCHES, [ranked.map(({ system }) => system.id)])) ?? [];
  return ranked.flatMap(({ system, comparisons, fits }) => {
    const one = found.find(({ id }) => id === system.id);
    return one ? [{ ...one, comparisons, fits }] : [];
  });
});
