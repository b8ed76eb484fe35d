import type { TestApp } from '../support/app';

/**
 * Tables that a refused request may change: attempts are counted, and refusals are logged or counted.
 */
const MAY_GROW = ['attempts', 'log_counts', 'log_entries'];

/** Makes the database record every row that a committed transaction changes. */
export async function watchChanges(app: TestApp): Promise<void> {
  const tables = await app.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like '%migrations%'`,
  );
  await app.sql('create table seen_changes (name text)');
  await app.sql(`create function see_change() returns trigger language plpgsql as
    'begin insert into seen_changes values (tg_table_name); return null; end'`);
  for (const { name } of tables) {
    if (MAY_GROW.includes(name)) continue;
    await app.sql(`create trigger see_change after insert or update or delete on "${name}"
      for each row execute function see_change()`);
  }
  app.statements();
}

/** The tables that the last request changed. Queries the database only if the request sent a write. */
export async function changedTables(app: TestApp): Promise<string[]> {
  if (!app.statements().some(({ sql }) => /\b(insert|update|delete)\b/i.test(sql))) return [];
  const rows = await app.sql<{ name: string }>('delete from seen_changes returning name');
  app.statements();
  return [...new Set(rows.map(({ name }) => name))];
}
