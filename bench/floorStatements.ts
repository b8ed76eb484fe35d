/** The statements of the floor: each returns one row with one column, the JSON to send as text. */
import { KEY_DATA_TEXTS } from '../server/catalogue/keyData.ts';
import { ADMINISTRATOR } from './database.ts';

const texts = KEY_DATA_TEXTS.map(({ column }) => `m.${column}`).join(', ');
/** The fields of REST's product. */
const product = `m.id, m.name, m.year, m.make_id, k.display_name as make, ${texts}, m.spacing, m.depth_values, m.sample,
  m.created_at, m.version`;
/** The fields that the client's lists request. */
const row = 'm.id, m.name, m.year, m.created_at, m.make_id, k.display_name as make';

const DIRECTIONS = ['asc', 'desc'];
const like = (column: string) =>
  `lower(${column} collate "und-x-icu") like lower('%' || $1::text || '%' collate "und-x-icu")`;

/** The page first, by ids from an index; then its rows. */
const list = (total: number, columns: string, by: string, dir: string) => `select json_build_object(
  'total', ${total}, 'items', (select json_agg(row_to_json(r)) from (
    select ${columns} from (select id from models order by ${by} ${dir}, id ${dir} limit 10 offset $1) as page
    join models m using (id) join makes k on k.id = m.make_id order by m.${by} ${dir}, m.id ${dir}) as r))::text`;

const search = (columns: string, by: string, dir: string) => `with found as materialized (
    select id, make_id, name, year from models
    where search_text like lower('%' || $1::text || '%' collate "und-x-icu")
      or make_id = any(array(select id from makes where ${like('display_name')} or ${like('full_name')}))
  ), page as materialized (
    select f.id, row_number() over (order by ${by} ${dir}, f.id ${dir}) as place
    from found f join makes k on k.id = f.make_id order by ${by} ${dir}, f.id ${dir} limit 10 offset $2
  ) select json_build_object('total', (select count(*) from found), 'items', (
    select coalesce(json_agg(row_to_json(r)), '[]') from (
      select ${columns} from page join models m using (id) join makes k on k.id = m.make_id order by place) as r))::text`;

/** The best eight names or identifiers by one word; `found` has id, years, value and how badly each matches. */
const jump = (found: string) => `select coalesce(json_agg(row_to_json(r)), '[]')::text from (
    select n.make_id as make, k.display_name, n.name, found.years, found.value, found.model_ids[1] as model
    from (${found}) as found join jump_names n using (id) join makes k on k.id = n.make_id
    order by found.tier, found.years[1] desc, n.name, n.make_id limit 8) as r`;

/** Names of the statements by what they sort by, for lists and searches. */
function sorted(name: string, orders: Record<string, string>, sql: (by: string, dir: string) => string) {
  return Object.entries(orders).flatMap(([order, by]) =>
    DIRECTIONS.map((dir) => [`${name}-${order}-${dir}`, sql(by, dir)]),
  );
}

const listed = { name: 'name', year: 'year', createdAt: 'created_at' };
const searched = { make: 'k.display_name', model: 'f.name', year: 'f.year' };

/** `models` is the number of models, the total of every list. */
export const statements = (models: number): Record<string, string> => ({
  'values-year': `select array_to_json(array(select year::text from (
    select distinct year from models where make_id = $1 order by year desc) as v))::text`,
  'values-model': `select array_to_json(array(
    select distinct name from models where make_id = $1 order by name))::text`,
  'models-year': `select coalesce(json_agg(row_to_json(r)), '[]')::text from (
    select id, name, year from models where make_id = $1 and year = $2 order by name, id) as r`,
  'models-model': `select coalesce(json_agg(row_to_json(r)), '[]')::text from (
    select id, name, year from models where make_id = $1 and name = $2 order by year desc, id) as r`,
  model: `select row_to_json(r)::text from (select ${product}, array(
      select row_to_json(i) from (select id, hash, width, height from model_images
        where model_id = m.id order by position) as i) as images
    from models m join makes k on k.id = m.make_id where m.id = $1) as r`,
  ...Object.fromEntries([
    ...sorted('list', listed, (by, dir) => list(models, product, by, dir)),
    ...sorted('rows', listed, (by, dir) => list(models, row, by, dir)),
    ...sorted('search', searched, (by, dir) => search(product, by, dir)),
    ...sorted('found', searched, (by, dir) => search(row, by, dir)),
  ]),
  'jump-name':
    jump(`select id, years, model_ids, null as value, case when words like '% ' || $1 || ' %' then 0 else 1 end as tier
    from jump_names where text like '%' || $1 || '%'`),
  'jump-blank': jump(`select distinct on (name_id) name_id as id, years, model_ids, value,
      case when words like '% ' || $1 || ' %' then 0 else 1 end as tier
    from jump_identifiers where text like '%' || $1 || '%'
    order by name_id, tier, array_position('{ilco,jma,jet,silca,oem}', field), years[1] desc`),
  save: `with before as (select id, tips from models where id = $1 for no key update),
    m as (
      update models set tips = $2, updated_at = now(), version = version + 1 from before
      where models.id = before.id returning models.*, before.tips as was
    ), author as (select id, username from users where username = '${ADMINISTRATOR}'),
    history as (
      insert into model_changes (model_id, user_id, username, source, created, changes, created_at)
      select m.id, author.id, author.username, 'form', false, jsonb_build_array(jsonb_build_object(
        'field', 'tips', 'label', 'Tips', 'before', m.was, 'after', m.tips)), now() from m, author
    ), log as (
      insert into log_entries (user_id, username, kind, details, subject_type, subject_id, created_at)
      select author.id, author.username, 'MODEL_UPDATED',
        'Updated the model ' || k.display_name || ' ' || m.name || ' ' || m.year, 'MODEL', m.id, now()
      from m join makes k on k.id = m.make_id, author
    )
    select row_to_json(r)::text from (select ${product}, array(
        select row_to_json(i) from (select id, hash, width, height from model_images
          where model_id = m.id order by position) as i) as images
      from m join makes k on k.id = m.make_id) as r`,
});
