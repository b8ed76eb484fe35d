import pg from 'pg';

export interface Table {
  name: string;
  columns: string[];
}

export const MIGRATIONS = 'mikro_orm_migrations';

const { escapeIdentifier: quoted } = pg;

/** E.g. `users (id, username)`, for COPY. */
export const columnList = (table: string, columns: string[]) =>
  `${quoted(table)} (${columns.map((column) => quoted(column)).join(', ')})`;

export const listed = (tables: Pick<Table, 'name'>[]) => tables.map(({ name }) => quoted(name)).join(', ');

/** The condition that an object is in our schema and belongs to no extension. */
const ours = (oid: string, schema: string) =>
  `${schema} = current_schema()::regnamespace and not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

/** All tables, without generated columns. Each table comes after the tables that it references. */
export async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { parents: string[] }>(
    `select c.relname::text as name,
       array(select attname::text from pg_attribute a
         where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
     from pg_class c where relkind = 'r' and ${ours('c.oid', 'relnamespace')} order by relname`,
  );
  const ordered: Table[] = [];
  for (let left = rows; left.length > 0; ) {
    const next = left.filter(({ parents }) => !left.some(({ name }) => parents.includes(name)));
    if (next.length === 0) throw new Error(`These tables refer to each other: ${left.map(({ name }) => name)}`);
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** The last value of each sequence; null if it was never used. Sequences are not part of a snapshot: it is the current value. */
export async function sequences(client: pg.Client): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await client.query<{ name: string; last: string | null; readable: boolean }>(
    `select sequencename::text as name, last_value::text as last,
       has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'usage, select') as readable
     from pg_sequences where schemaname = current_schema() order by 1`,
  );
  // PostgreSQL returns null if the role may not read the sequence.
  const hidden = rows.find(({ readable }) => !readable);
  if (hidden) throw new Error(`This database role may not read the sequence ${hidden.name}: use the owner.`);
  return rows.map(({ name, last }) => ({ name, last }));
}

/** The names of the applied migrations; empty if the database is not Motokey's. */
export async function migrationNames(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ is: boolean }>(`select to_regclass($1) is not null as is`, [MIGRATIONS]);
  if (!found[0]?.is) return [];
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS} order by id`);
  return rows.map(({ name }) => name);
}

/** Drops all our objects except the table of migrations. The schema stays, with its default privileges. */
export async function dropAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select format('drop table if exists %I cascade', relname) as sql from pg_class
       where relkind in ('r', 'p') and relname <> '${MIGRATIONS}' and ${ours('pg_class.oid', 'relnamespace')}
     union all select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
       where ${ours('pg_proc.oid', 'pronamespace')}
     union all select format('drop collation if exists %I cascade', collname) from pg_collation
       where ${ours('pg_collation.oid', 'collnamespace')}`,
  );
  for (const { sql } of rows) await client.query(sql);
}
