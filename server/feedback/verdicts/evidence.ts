import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { presentValue } from '../../catalogue/disputes';
import { isOfSystem, KEY_DATA, KeyDataField, keyDatum } from '../../catalogue/keyData';
import type { Caller } from '../../context';
import { notFound } from '../../errors';
import type { Statement } from '../../outside/postgres/reads';
import { CorrectionState } from '../correction.entity';
import { differenceOf } from './difference';
import { Verdict } from './verdict.entity';

@ObjectType({ description: 'A value that companies found in place of the one of the sheet.' })
export class FoundValue {
  @Field(() => String, { nullable: true, description: 'The value; null if only known to be another one.' })
  value!: string | null;

  @Field(() => Int, { description: 'How many companies found it.' })
  companies!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'For measures, how much more or less it is than on the sheet, in the unit of the sheet, e.g. `.020 less`; else null.',
  })
  difference!: string | null;
}

@ObjectType({ description: 'What companies say of one value of a sheet, as it is today.' })
export class FieldEvidence {
  @Field(() => KeyDataField, { description: 'The field of the key data.' })
  field!: string;

  @Field(() => String, { description: 'Where the catalogue has the value from; empty if that is not recorded.' })
  source!: string;

  @Field(() => Int, { description: 'For how many companies it worked.' })
  worked!: number;

  @Field(() => Int, { description: 'How many companies say that it is wrong, and wait for a decision.' })
  wrong!: number;

  @Field(() => [FoundValue], { description: 'What these found, most frequent first.' })
  found!: FoundValue[];
}

@ObjectType({
  description: 'What companies say of the values of a sheet. A verdict counts while the value is what it was about.',
})
export class Evidence {
  @Field(() => ID, { description: 'The model’s id.' })
  id!: number;

  @Field(() => Int, { description: 'For how many companies something of it worked.' })
  worked!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it last worked; null if nobody said so.' })
  lastWorkedAt!: Date | null;

  @Field(() => [FieldEvidence], {
    description: 'The values of which somebody says something, in the order of the form.',
  })
  fields!: FieldEvidence[];

  @Field(() => [Verdict], {
    description:
      'What the caller’s own company says; nothing for administrators, and for API tokens that their users have not confirmed.',
  })
  own!: OwnVerdict[];
}

/** A verdict as a row, with the relations that it shows. */
type OwnVerdict = Omit<Verdict, 'client' | 'user' | 'correction' | 'company' | 'state' | 'modelId' | 'value'>;

/** As the statement gives it. */
export type Found = Omit<Evidence, 'fields' | 'own' | 'lastWorkedAt'> & {
  lastWorkedAt: string | null;
  fields: (Omit<FieldEvidence, 'found' | 'source'> & {
    value: string;
    found: Omit<FoundValue, 'difference'>[];
  })[];
  own: (Omit<OwnVerdict, 'saidAt'> & { saidAt: string })[];
  source: string;
  systemSource: string;
};

const DISPUTES = `not worked and state = '${CorrectionState.OPEN}'`;

/** Of the model $1, for the company $2. Verdicts on values that are no longer on the sheet do not count. */
export const EVIDENCE: Statement = {
  name: 'evidence',
  text: `with asked as (select $1::int as model, $2::int as company), said as (
      select v.*, c.state from asked join models m on m.id = asked.model
      join verdicts v on v.model_id = m.id and v.value = ${presentValue('m', 'v.field')}
      left join corrections c on c.id = v.correction_id
    )
    select json_build_object('id', m.id, 'source', m.source, 'systemSource', coalesce(s.source, ''),
      'worked', (select count(distinct client_id) from said where worked),
      'lastWorkedAt', (select max(said_at) from said where worked),
      'fields', (select coalesce(json_agg(json_build_object('field', field, 'value', value, 'worked', worked, 'wrong', wrong,
          'found', (select coalesce(json_agg(json_build_object('value', found, 'companies', companies)
              order by companies desc, found), '[]')
            from (select found, count(*) as companies from said where field = f.field and ${DISPUTES} group by found) s)
        )), '[]')
        from (select field, min(value) as value, count(*) filter (where worked) as worked,
          count(*) filter (where ${DISPUTES}) as wrong from said group by field) f),
      'own', (select coalesce(json_agg(json_build_object('id', v.id, 'field', field, 'worked', worked, 'found', found,
          'blank', blank, 'tool', tool, 'remark', remark, 'username', username, 'saidAt', said_at,
          'correction', case when state is not null then json_build_object('state', state) end,
          'client', json_build_object('name', k.name))), '[]')
        from said v join clients k on k.id = v.client_id where v.client_id = asked.company)
    ) as value
    from asked join models m on m.id = asked.model left join key_systems s on s.id = m.key_system_id`,
};

const PLACES = new Map(KEY_DATA.map(({ name }, place) => [name, place]));
const inOrder = (one: { field: string }, other: { field: string }) =>
  (PLACES.get(one.field) ?? 0) - (PLACES.get(other.field) ?? 0);

export function evidenceFrom(found: Found | null | undefined): Evidence {
  if (!found) throw notFound('model');
  const { source, systemSource, lastWorkedAt, fields, own, ...rest } = found;
  return {
    ...rest,
    lastWorkedAt: lastWorkedAt === null ? null : new Date(lastWorkedAt),
    fields: fields.sort(inOrder).map(({ value: here, found, ...one }) => ({
      ...one,
      source: (isOfSystem(keyDatum(one.field)) && systemSource) || source,
      found: found.map((side) => ({
        ...side,
        difference: isMeasure(one.field) && side.value !== null ? differenceOf(here, side.value) : null,
      })),
    })),
    own: own.map((verdict) => ({ ...verdict, saidAt: new Date(verdict.saidAt) })).sort(inOrder),
  };
}

/** Whether the field is a length. */
const isMeasure = (field: string) => /^(spacing\d+|depth\d+(OneX|TwoX)|width)$/.test(field);

/** The company whose verdicts are the caller's own, and may be shown to the caller. */
export const companyOf = ({ isAdmin, client, apiToken }: Pick<Caller, 'isAdmin' | 'client' | 'apiToken'>) =>
  isAdmin || apiToken?.confirmed === false ? null : client.id;

/** What companies say of the values of a model’s sheet, within a transaction. */
export async function evidenceOf(
  em: EntityManager,
  user: Parameters<typeof companyOf>[0],
  modelId: number,
): Promise<Evidence> {
  const [found] = await em.execute<{ value: Found }[]>(EVIDENCE.text.replace(/\$\d/g, '?'), [modelId, companyOf(user)]);
  return evidenceFrom(found?.value);
}
