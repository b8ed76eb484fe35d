import { sqlKey } from '../../text';
import { SYSTEM_DATA } from '../keyData';
import { TOLD_FIELDS } from '../models/modelChanges';
import { NewsKind, NewsNearness } from './newsItem';

/*
 * What is new, read from the histories. The parameters: `$user`, `$from` (the start of what is listed) and `$since` (the last
 * visit). No statement reads a value of key data.
 */

const among = (fields: readonly string[]) => `c->>'field' = any (array[${fields.map((one) => `'${one}'`).join(', ')}])`;
const OF_MODELS = among(TOLD_FIELDS.map(({ field }) => field));
const OF_SYSTEMS = among(['name', ...SYSTEM_DATA.map(({ name }) => name)]);
/** The labels of the changed fields of `h`. */
const labels = (told: string) => `array(select c->>'label' from jsonb_array_elements(h.changes) c where ${told})`;
/** Whether an entry `h` of a history tells anything. */
const isTold = (told: string) => `(h.created or exists (select from jsonb_array_elements(h.changes) c where ${told}))`;
/** What an undone change did, and its undoing, cancel each other out. That of a key system is told with the system. */
const COUNTS = `not exists (select from imports i where i.id = h.import_id and i.state = 'undone')`;
const IS_OF_SYSTEM = `exists (select from imports i where i.id = h.import_id and i.kind = 'key_system')`;

/** 2 for the caller's pinned sheets, 1 for recent ones, else 0. */
const NEARNESS = 'case when r.pinned_at is not null then 2 when r.model_id is not null then 1 else 0 end';
const recent = (model: string) => `left join recent_sheets r on r.user_id = $user and r.model_id = ${model}`;
const NEAR_NAMES = `(array['${NewsNearness.OTHER}', '${NewsNearness.RECENT}', '${NewsNearness.PINNED}'])`;

/** Entries that belong together: of one import and make, else of one bike and day (UTC). */
const MODELS = `select h.created, coalesce(h.import_id::text, ${sqlKey('m.name')} || ' ' || (h.created_at at time zone 'UTC')::date) as change,
    m.make_id, m.name, m.year, m.id, h.created_at as at, ${NEARNESS} as near,
    case when h.created then '{}' else ${labels(OF_MODELS)} end as labels
  from model_changes h join models m on m.id = h.model_id ${recent('m.id')}
  where h.created_at > $from and ${COUNTS} and not ${IS_OF_SYSTEM} and ${isTold(OF_MODELS)}`;

const SYSTEMS = `select h.created, s.id, s.name, h.created_at as at, (h.created_at at time zone 'UTC')::date as day,
    case when h.created then '{}' else ${labels(OF_SYSTEMS)} end as labels
  from key_system_changes h join key_systems s on s.id = h.key_system_id
  where h.created_at > $from and ${COUNTS} and ${isTold(OF_SYSTEMS)}`;

/** Of models that came and went since the last visit, nobody has to know. */
const REMOVED = `select g.make_id, g.name, g.year, g.model_id as id, g.removed_at as at, ${NEARNESS} as near
  from removed_models g ${recent('g.model_id')}
  where g.removed_at > $from and g.created_at <= $since and not exists (select from models m where m.id = g.model_id)`;

const oneOf = (names: string, name: string) => `case when count(distinct ${names}) = 1 then min(${name}) end`;
const YEARS = `case when count(distinct ${sqlKey('name')}) = 1 then array_agg(distinct year order by year) else '{}' end`;

/** The labels of rows of `of` in one list, by the columns that identify their group. */
const labelsOf = (of: string, by: string) =>
  `select ${by}, array_agg(distinct label) as labels from ${of}, unnest(labels) as label group by ${by}`;

const ITEMS = `with changed as materialized (${MODELS}), fields as (${labelsOf('changed', 'created, change, make_id')}),
  systems as materialized (${SYSTEMS}), system_fields as (${labelsOf('systems', 'id, day')}),
  groups as (
    select case when created then '${NewsKind.ADDED}' else '${NewsKind.CHANGED}' end as kind, max(at) as at, max(near) as near,
      make_id, ${oneOf(sqlKey('name'), 'name')} as name, ${YEARS} as years, count(distinct id)::int as count,
      (array_agg(id order by near desc, year desc, id))[1] as model_id,
      case when created then null else change end as change, concat_ws(' ', created, change) as key
    from changed group by created, change, make_id
    union all
    select '${NewsKind.REMOVED}', at, max(near), make_id, ${oneOf(sqlKey('name'), 'name')}, ${YEARS}, count(*)::int, null, null,
      'removed ' || min(id)
    from (${REMOVED}) g group by make_id, at
  ), items as (
    select kind, g.at, near, k.display_name as make, g.name, years, count, coalesce(f.labels, '{}') as labels, model_id,
      g.make_id || ' ' || key as id
    from groups g join makes k on k.id = g.make_id
    left join fields f on f.change = g.change and f.make_id = g.make_id and not f.created
    union all
    select '${NewsKind.SYSTEM_CHANGED}', max(at), (
        select coalesce(max(${NEARNESS}), 0) from models m join recent_sheets r on r.user_id = $user and r.model_id = m.id
        where m.key_system_id = s.id
      ), null, s.name, '{}', (select count(*)::int from models m where m.key_system_id = s.id), f.labels, null,
      concat_ws(' ', 'system', s.id, s.day)
    from systems s join system_fields f on f.id = s.id and f.day = s.day where not created group by s.id, s.name, s.day, f.labels
    union all
    select '${NewsKind.SYSTEMS_ADDED}', max(at), 0, null, ${oneOf('name', 'name')}, '{}', count(*)::int, '{}', null, 'systems ' || day
    from systems where created group by day
  )`;

/** A page of it as JSON, with the number of all: the nearest first, the newest of these first. */
export const PAGE = `${ITEMS} select (select count(*)::int from items) as total, coalesce((
    select json_agg(page) from (
      select id, kind, at, at > $since as "isNew", ${NEAR_NAMES}[near + 1] as nearness, make, name, years, count,
        labels as fields, model_id as "modelId"
      from items order by near desc, at desc, id limit $limit offset $offset
    ) page), '[]') as items`;

/** How many pinned sheets of the user have news since the last visit. */
export const OF_PINS = `select count(*)::int as count from recent_sheets p left join models m on m.id = p.model_id
  where p.user_id = $user and p.pinned_at is not null and (
    exists (select from model_changes h where h.model_id = p.model_id and h.created_at > $since and not h.created
      and ${COUNTS} and not ${IS_OF_SYSTEM} and ${isTold(OF_MODELS)})
    or exists (select from key_system_changes h where h.key_system_id = m.key_system_id and h.created_at > $since
      and not h.created and ${COUNTS} and ${isTold(OF_SYSTEMS)})
    or exists (select from removed_models g where g.model_id = p.model_id and g.removed_at > $since and m.id is null))`;

/** A statement with its named parameters in the order of their places. */
export function named(statement: string, values: Record<string, unknown>): [sql: string, values: unknown[]] {
  const given: unknown[] = [];
  const sql = statement.replace(/\$([a-z]+)/g, (_, name: string) => {
    given.push(values[name]);
    return name === 'from' || name === 'since' ? '?::timestamptz' : '?::int';
  });
  return [sql, given];
}
