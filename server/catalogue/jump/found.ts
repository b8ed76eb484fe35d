/** The statements of Jump: names as typed, with typos, and by identifiers (docs/rules.md, "Jump"). */

import type { Read } from '../../gate/plainReads';
import { eachOf } from '../../inputs/list';
import type { Parameter, Statement } from '../../outside/postgres/reads';
import { KEY_DATA_TEXTS, type KeyDataText, keyDatum } from '../keyData';
import type { MakeLine } from '../makes/makeRow';
import type { ModelRow } from '../models/modelRow';
import { Fields, MODEL_JSON, modelAsJson } from '../models/readModels';
import { fromBow } from '../series/codeSeries';
import {
  codeParameters,
  type Interpretation,
  identifierParameters,
  isOnlyLetters,
  nameParameters,
  nameTerms,
  partFound,
  TERM_COLUMNS,
  typoParameters,
} from './searchTerms';

const foundBy = (how: KeyDataText['jump']) => KEY_DATA_TEXTS.filter(({ jump }) => jump === how).map(({ name }) => name);

/** If several match, the first in this order is named as the reason. */
const IN_PARTS = foundBy('part');
const ONLY_WHOLE = foundBy('whole');

/** How well a name matches. */
export const TIERS = { exact: 0, whole: 1, beginning: 2, joined: 3, inside: 4 } as const;

/** One row for each matching name: that of its best interpretation. */
const bestOf = (matches: string) => `select distinct on (id) * from (${matches}) as each order by id, tier, year desc`;

/** The year that a row of the index opens, and its model. `year` is the one that was typed, or null. */
const leadsTo = (row: string, year: string) => `coalesce(${year}, ${row}.years[1]) as year,
  coalesce(${row}.model_ids[array_position(${row}.years, ${year})], ${row}.model_ids[1]) as model_id`;

/** Whether `words` have the typed ones whole, and nothing else. */
const isAll = (words: string) =>
  `w.letters = length(replace(${words}, ' ', '')) and (${words} ~ w.whole or ${words} ~ all (w."eachWhole"))`;

/** How well a name `n` matches the terms `w` (`nameTerms`), all of whose words it has somewhere. */
const TIER = `case
    when n.words ~ w.whole or n.words ~ all (w."eachWhole") then
      case when ${isAll(`split_part(n.words, '|', 1)`)} or ${isAll('jump_words(n.name)')}
        then ${TIERS.exact} else ${TIERS.whole} end
    when n.words ~ w.beginning or n.words ~ all (w."eachBeginning") then ${TIERS.beginning}
    when n.text like w.joined then ${TIERS.joined}
    else ${TIERS.inside}
  end`;

const namedBy = (terms: string) => `select n.id, n.make_id, n.name, n.years, ${leadsTo('n', 'w.year')},
    null as field, null as value, null as asked, null as cuts, n.words, ${TIER} as tier
  from ${terms} join jump_names n on n.text like w."like"
  where n.text like all (w.each) and case when w.year is null then n.years <> '{}' else w.year = any(n.years) end`;

/** The names that match an interpretation, whose parameters (`nameParameters`) begin at `$at`. */
const named = (at: number) =>
  namedBy(`(select $${at}::int as year, $${at + 1}::text as "like", $${at + 2}::text[] as each, $${at + 3}::text as joined,
    $${at + 4}::text as whole, $${at + 5}::text[] as "eachWhole", $${at + 6}::text as beginning,
    $${at + 7}::text[] as "eachBeginning", $${at + 8}::int as letters) as w`);
const PARAMETERS = 9;

const AMONG_NAMES = bestOf(namedBy(`jsonb_to_recordset($2::jsonb) as w (${TERM_COLUMNS})`));

/** The names that match every word exactly or with one typo; the tier is the number of words with a typo. */
const MISTYPED =
  bestOf(`select n.id, n.make_id, n.name, n.years, ${leadsTo('n', 'w.year')}, null as field, null as value, null as asked,
      null as cuts, n.words, count(*) filter (where n.text not like w."like") as tier
    from jsonb_to_recordset($2::jsonb) as w (reading int, year int, words int, at int, "like" text, variants text[],
      least int)
    join jump_names n on n.text like w."like" or n.typos && w.variants
    where case when w.year is null then n.years <> '{}' else w.year = any(n.years) end
    group by n.id, w.reading, w.year, w.words
    having count(*) = w.words and count(*) filter (where n.text not like w."like") >= min(w.least)`);

const textsOf = (fields: readonly string[]) => fields.map((field) => `'${field}'`).join(', ');
const FIELD_ORDER = `array[${textsOf([...IN_PARTS, 'codeSeries', ...ONLY_WHOLE])}]`;

/** Whether an identifier matches whole, in a part, or as any code of a letter. */
const FIT = { whole: 0, part: 1, letter: 2 } as const;

/** The digits of a code `c` that are the cuts of a direct code in the series `s`. */
const CUTS = 'right(c.digits, length(s.last::text))';

/**
 * The names with identifiers and code series that match; the tier is a `FIT`. Without `offset 0`, PostgreSQL would read
 * every series and name, because it expects a hundred codes instead of a few.
 */
const identified = (identifiers: string, codes: string) => `select distinct on (n.id) n.make_id, n.name, i.years,
    ${leadsTo('i', 'i.year')}, i.field, i.value, i.asked, i.cuts, n.words, i.fit as tier
  from (
    select i.name_id, i.years, i.model_ids, i.field, i.value,
      case when i.words ~ c.whole then ${FIT.whole} else ${FIT.part} end as fit, c.year, c.others, c.text as asked,
      null as cuts
    from jsonb_to_recordset(${identifiers}::jsonb) as c (text text, others text[], year int, "like" text, whole text)
    join jump_identifiers i on i.text like c."like"
    where i.field in (${textsOf(IN_PARTS)}) or i.words ~ c.whole
    union all
    select s.name_id, s.years, s.model_ids, 'codeSeries', s.value,
      case when s.is_whole then ${FIT.letter} else ${FIT.whole} end, c.year, c.others, c.text,
      case when s.lowest is not null then ${CUTS} end
    from jsonb_to_recordset(${codes}::jsonb)
      as c (text text, others text[], year int, prefix text, suffix text, number bigint, digits text)
    cross join lateral (
      select * from jump_series s where s.prefix = c.prefix and s.suffix = c.suffix
        and s.first <= c.number and s.last >= c.number and length(c.digits) between s.shortest and s.longest
        and (s.lowest is null or ${CUTS} ~ format('^[%s-%s]*$', s.lowest, s.highest))
      offset 0
    ) as s
  ) as i cross join lateral (select * from jump_names n where n.id = i.name_id offset 0) as n
  where (i.year is null or i.year = any(i.years)) and n.text like all (i.others)
  order by n.id, i.fit, array_position(${FIELD_ORDER}, i.field), i.cuts, year desc`;

const FAMILY = `(select * from (${identified('$1', '$2')}) as one where tier = ${FIT.whole})`;
/** The number of names that have an identifier whole, and one of them as it is written there. */
const FAMILY_SIZE: Statement = {
  name: 'size of a family',
  text: `select json_build_object('total', count(*), 'value', min(value), 'asked', min(asked)) from ${FAMILY} as f`,
};
/** A page of these names, by make and name: $3 of them, after the first $4. */
const FAMILY_PAGE: Statement = {
  name: 'page of a family',
  text: `select coalesce(json_agg(row_to_json(p)), '[]') from (
      select json_build_object('id', k.id, 'displayName', k.display_name) as make, f.name, f.years, f.field, f.value, f.asked,
        f.model_id as "modelId"
      from ${FAMILY} as f join makes k on k.id = f.make_id order by k.display_name, k.id, f.name limit $3 offset $4
    ) as p`,
};

/** The name, year and make of a model are in its hit `h`, so the table of the models is not read for them. */
const NAMED_MODEL = '(select h.model_id as id, h.make_id, h.name, h.year)';

/** A hit as the statements return it; `MODEL_JSON` reads its model. */
type Row = [
  name: string,
  years: number[],
  field: string | null,
  value: string | null,
  /** The word, or words joined, that the value matches. */
  asked: string,
  /** The digits of a direct code, and how they are read. */
  cuts: string | null,
  direction: string | null,
  model: unknown,
  tier: number,
  words: string,
];

/** What a statement has found. */
export interface Found {
  name: string;
  years: number[];
  field: string | null;
  value: string | null;
  /** The cuts of a direct code, from bow to tip; as in the code where its direction is unknown. */
  cuts: string[] | null;
  model: ModelRow;
  tier: number;
  /** The words of make and name, and after each `|` those of a nickname. */
  words: string;
}

const DIRECTION = keyDatum('codeDirection').column;

/** The $1 best matches with their models. */
const hits = (name: string, matches: string) =>
  eachOf(
    Fields,
    (fields): Statement => ({
      name: `jump to ${name} with ${fields}`,
      text: `select coalesce(json_agg(json_build_array(h.name, h.years, h.field, h.value, h.asked, h.cuts,
          case when h.cuts is not null then (select ${DIRECTION} from models where id = h.model_id) end,
          ${modelAsJson(fields, 'h.model_id', fields === 'names' ? NAMED_MODEL : 'models')}, h.tier, h.words
        )), '[]')
        from (
          select * from (${matches}) as found order by tier, year desc, years[1] desc, name, make_id limit $1
        ) as h`,
    }),
  );

type Statements = ReturnType<typeof hits>;
const BY_NAME = hits('names', named(2));
const BY_NAME_OR_YEAR = hits('names or a year', bestOf(`${named(2)} union all ${named(2 + PARAMETERS)}`));
const CORRECTED = hits('corrected names', AMONG_NAMES);
const BY_IDENTIFIER = hits('identifiers', identified('$2', '$3'));
const PAST_TYPOS = hits('mistyped names', MISTYPED);

/**
 * A word alone is not the exact name of one make's model if other makes have it in their names: "bandit" is rather a Suzuki
 * of 2022 than an IronHorse of 2002.
 */
function withEqualRanks(interpretations: Interpretation[], found: Found[]): Found[] {
  const whole = found.filter(({ tier }) => tier <= TIERS.whole);
  const isOfSeveral = new Set(whole.map(({ model }) => model.make.id)).size > 1;
  if (!isOfSeveral || !interpretations.every(({ words }) => words.every(isOnlyLetters))) return found;
  const newest = whole.toSorted((one, other) => other.model.year - one.model.year);
  return [...newest.map((hit) => ({ ...hit, tier: TIERS.whole })), ...found.slice(whole.length)];
}

/** Asks the statements for the `limit` best matches of interpretations. */
export function matches(read: Read, fields: Fields, limit: number) {
  async function ask(statement: Statements, ...values: Parameter[]): Promise<Found[]> {
    const rows = (await read<Row[]>(statement[fields], [limit, ...values])) ?? [];
    return rows.map(([name, years, field, value, asked, cuts, direction, model, tier, words]) => ({
      name,
      years,
      field,
      value: value && partFound(value, asked),
      cuts: cuts === null ? null : fromBow([...cuts], direction),
      model: MODEL_JSON[fields].read(model),
      tier,
      words,
    }));
  }
  const askWith = async (statement: Statements, ...lists: object[][]) =>
    lists.some(({ length }) => length > 0) ? ask(statement, ...lists.map((list) => JSON.stringify(list))) : [];
  return {
    /** One interpretation, or two: with and without a year. */
    names: async (interpretations: Interpretation[]) =>
      withEqualRanks(
        interpretations,
        await ask(interpretations.length > 1 ? BY_NAME_OR_YEAR : BY_NAME, ...interpretations.flatMap(nameParameters)),
      ),
    /** Any number of interpretations. */
    corrected: (interpretations: Interpretation[]) => askWith(CORRECTED, interpretations.map(nameTerms)),
    identifiers: (interpretations: Interpretation[]) =>
      askWith(BY_IDENTIFIER, interpretations.flatMap(identifierParameters), interpretations.flatMap(codeParameters)),
    mistyped: (interpretations: Interpretation[]) => askWith(PAST_TYPOS, typoParameters(interpretations)),
    /** Only words of letters, and only those that are not in the name as typed. */
    misspelt: (interpretations: Interpretation[]) =>
      askWith(PAST_TYPOS, typoParameters(interpretations, 1, isOnlyLetters)),
  };
}

/** A name that has an identifier. */
export interface Fit {
  make: MakeLine;
  name: string;
  years: number[];
  field: string;
  value: string;
  modelId: number;
}

/** Identifies what is told about an identifier, for the budget of matches. */
export const matchKey = ({ make, name, field, value }: Pick<Found, 'name' | 'field' | 'value'> & Pick<Fit, 'make'>) =>
  [`${make.id} ${name}`, field, value].join('\n');

/** The names that have the text as a whole identifier, or whose code series cover it. */
export function familyOf(read: Read, words: string[]) {
  const alone = [{ words: [words.join('')], year: null }];
  const asked = [alone.flatMap(identifierParameters), alone.flatMap(codeParameters)].map((list) =>
    JSON.stringify(list),
  );
  return {
    async size() {
      const found = await read<{ total: number; value: string; asked: string }>(FAMILY_SIZE, asked);
      return found && found.total > 0 ? { total: found.total, value: partFound(found.value, found.asked) } : null;
    },
    async page(limit: number, offset: number): Promise<Fit[]> {
      const found = (await read<(Fit & { asked: string })[]>(FAMILY_PAGE, [...asked, limit, offset])) ?? [];
      return found.map(({ asked, value, ...fit }) => ({ ...fit, value: partFound(value, asked) }));
    },
  };
}
