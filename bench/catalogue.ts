/** Fills an empty database with a catalogue: the same rows for the same number of models. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Client } from 'pg';
import { KEY_DATA, KEY_DATA_TEXTS, keyDatum } from '../server/catalogue/keyData.ts';
import { insertReadings, readingsOf } from '../server/catalogue/series/seriesReadings.ts';

export const MAKES = 120;
/** The number of consecutive years of a model name. */
const YEARS_BUILT = 20;

// 20 × 22 different names for each make, e.g. CBR600RR: enough for more than 500,000 models.
export const PREFIXES = 'CB CBR XR VT GSX YZ KLX FZ MT RC DR XL ZX TDM VFR KX SV GT TRX NX'.split(' ');
export const SIZES = '50 80 100 125 150 175 200 250 300 350 400 450 500 600 650 700 750 800 900 1000 1100 1200'.split(
  ' ',
);
const SUFFIXES = ['', 'R', 'RR', 'F', 'X', 'S', 'SP', 'GT', 'L', 'T'];

const SERIES = keyDatum('codeSeries').column;
const columns = KEY_DATA_TEXTS.map(({ column }) => column);

/** A sheet of the demo catalogue: its rows by heading. */
const sheet = (name: string): Record<string, string>[] =>
  parse(readFileSync(`server/seed/data/${name}.csv`), { columns: true });

/** The makes of the demo, repeated under other names until there are enough. */
function makes() {
  const demo = sheet('makes').map((make) => ({
    display_name: make['Display name'],
    full_name: make['Full name'],
    other_details: make['Other details'],
  }));
  const more = demo.map((make) => ({
    ...make,
    display_name: `${make.display_name} Heritage`,
    full_name: `${make.full_name}, historic models`,
  }));
  return [...demo, ...more].slice(0, MAKES).map((make, index) => ({ id: index + 1, ...make }));
}

/** The different key data of the demo's models, as columns. */
function keyData(): ({ family: number } & Record<string, unknown>)[] {
  const systems = new Map(sheet('systems').map((system) => [system.Name, system]));
  const keys = new Map(sheet('keys').map((key) => [key['Key family'], { ...key, ...systems.get(key['Key system']) }]));
  const used = new Set(sheet('models').map((model) => model['Key family']));
  return [...used].map((name, family) => ({
    family,
    ...Object.fromEntries(
      [...Map.groupBy(KEY_DATA, ({ column }) => column)].map(([column, data]) => {
        const cells = data.map(({ label }) => keys.get(name)?.[label] ?? '');
        return [column, data[0]?.place ? cells : cells[0]];
      }),
    ),
  }));
}

/** Inserts 120 makes and `models` models with ids from 1, a third of them with one to three images. */
export async function insertCatalogue(client: Client, models: number): Promise<void> {
  const data = keyData();
  await client.query(
    `insert into makes (id, display_name, full_name, other_details, created_at, updated_at)
     select *, timestamptz '2025-01-01 00:00Z', timestamptz '2025-01-01 00:00Z'
     from jsonb_to_recordset($1) as m (id int, display_name text, full_name text, other_details text)`,
    [JSON.stringify(makes())],
  );
  // Filling the trigram indexes row by row would take many times as long as building them at the end.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'models' and indexdef ~ 'gin'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(insertReadings('$1'), [
    JSON.stringify(readingsOf(data.map((values) => String(values[SERIES] ?? '')))),
  ]);
  await client.query(
    `insert into models (id, make_id, name, year, ${columns.join(', ')}, spacing, depth_names, depth_values, created_at, updated_at)
     select id, make + 1,
       ($2::text[])[1 + (line + make * 3) % 20] || ($3::text[])[1 + (line / 20 + line + make) % 22]
         || ($4::text[])[1 + (line * 3 + make) % 10],
       1970 + (line * 13 + make * 7) % 38 + place % ${YEARS_BUILT},
       ${columns.map((column) => `k.${column}`).join(', ')}, k.spacing, k.depth_names, k.depth_values, made, made
     from generate_series(1, $1::int) as id
     cross join lateral (select (id - 1) % ${MAKES} as make, (id - 1) / ${MAKES} as place,
       timestamptz '2025-01-01 00:00Z' + id * interval '1 minute' as made) as n
     cross join lateral (select place / ${YEARS_BUILT} as line) as l
     join jsonb_to_recordset($5) as k (family int, ${columns.map((column) => `${column} text`).join(', ')},
       spacing text[], depth_names text[], depth_values text[]) on k.family = (make * 7 + line) % ${data.length}
     order by id`,
    [models, PREFIXES, SIZES, SUFFIXES, JSON.stringify(data)],
  );
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query(
    `insert into images (hash, kind, width, height, touched_at)
     select encode(sha256(convert_to('image ' || n, 'UTF8')), 'hex'), 'models', 1200, 800, now()
     from generate_series(0, 39) as n`,
  );
  await client.query(
    `insert into model_images (model_id, position, hash, width, height)
     select id, position, encode(sha256(convert_to('image ' || (id + position) % 40, 'UTF8')), 'hex'), 1200, 800
     from generate_series(3, $1::int, 3) as id cross join lateral generate_series(0, id / 3 % 3) as position`,
    [models],
  );
  for (const table of ['makes', 'models'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
}
