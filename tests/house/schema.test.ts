import type { Migration } from '@mikro-orm/migrations';
import { expect, test } from 'vitest';
import { sharedApp } from '../support/app';

/* Compares the tables of the entities with those of the migrations. */

const app = sharedApp();

const columns = (names: string) => `(${names.split(' ').join('|').replaceAll('.', '" (drop|alter) column "')})`;

/** The differences that MikroORM would change although both sides are right, with the reasons. */
const MEANT: Record<string, RegExp> = {
  'Indexes, checks and unique keys are said once, in the migrations':
    /^(drop index "|alter table "\w+" drop constraint "\w+_(check|key)")/,
  'a one-to-one relation has a unique key, which has another name there':
    /^alter table "payments" add constraint "payments_attempt_id_unique" unique \("attempt_id"\)$/,
  'these tables are for statements of our own':
    /^drop table if exists "(catalogue_feed\w*|company_notes|devices|import_rows|list_views|jump_\w+|model_years|models_sent|news_seen|own_sheets|own_values|passkey_challenges|passkeys|payment_events|recent_sheets|recovery_codes|reminders|removed_models|sample_sheet|secrets|sheet_openings|totp_secrets)" cascade$/,
  'and so are these columns': new RegExp(
    `^alter table "${columns('models.search_text model_changes.import_id users.temporary_password_hash users.temporary_password_expires_at users.temporary_password_used')}"$`,
  ),
  'which an index needs': /^drop function if exists "join_texts"\(text\[\]\)$/,
  'these functions form texts':
    /^drop function if exists "(seen_text|one_line|many_lines|search_key|measure_(form|forms|changes))"/,
  'functions and triggers keep the index of Jump':
    /^drop (trigger|function) if exists "(\w+_)?(jump_\w+|refresh_jump|blank_keys)"/,
  'triggers are said once, in the migrations':
    /^drop (trigger|function) if exists "(\w+_)?(tell_(callers|catalogue|catalogue_totals|totals|mails|deliveries|gone)|webhooks_(insert|update|delete)|tell_webhooks\w*|add_deliveries|feed_\w+|\w+_catalogue_feed|catalogue_feed_place|drop_dispute|remember_deleted|note_removed|(count_)?model_years\w*)(_fn)?"/,
  'ids are identities, which MikroORM would make serials':
    /^alter table "\w+" (drop column "id"|add "id" serial primary key)$/,
  'but the two roles have ids of their own':
    /^(create sequence if not exists "roles_id_seq"|alter table "roles" alter column "id" set default nextval\('roles_id_seq'\)|select setval\('roles_id_seq', .*)$/,
  'these have collations': new RegExp(
    `^alter table "${columns('clients.name makes.display_name makes.full_name models.name key_systems.name aliases.text aliases.name van_blanks.name corrections.make corrections.model')}" type varchar\\(255\\) using `,
  ),
  'defaults are said once, on one side': new RegExp(
    `^alter table "${columns('payment_attempts.state imports.state imports.row_count imports.create_makes imports.near imports.check_warnings imports.fill_down models.depth_names users.tour_due log_counts.started_at log_counts.last_at corrections.proposals webhook_deliveries.attempts')}" (set|drop) default`,
  ),
};

/** The changes that MikroORM would make to the database, one per line. */
async function changes(): Promise<string[]> {
  const script = await app.orm.schema.getUpdateSchemaSQL({ wrap: false });
  return script.split(/;\s*/).flatMap((statement) => {
    const [, table, several] = /^(alter table "\w+") (drop column .*, drop .*)$/.exec(statement) ?? [];
    return several ? several.split(', ').map((one) => `${table} ${one}`) : statement.trim() || [];
  });
}

const FOREIGN_KEY =
  /^alter table "\w+" (?:drop constraint "(\w+)_fkey"|add constraint "(\w+)_foreign" (foreign key .*))$/;

test('the migrated schema matches the entities', async () => {
  const all = await changes();
  const rest = all.filter((change) => !FOREIGN_KEY.test(change));
  expect(rest.filter((change) => !Object.values(MEANT).some((pattern) => pattern.test(change)))).toEqual([]);
  for (const [reason, pattern] of Object.entries(MEANT))
    expect(
      rest.some((change) => pattern.test(change)),
      `${reason}: there is no such difference any more`,
    ).toBe(true);
});

test('foreign keys match the entities, and have PostgreSQL’s default names', async () => {
  // Whether a key is deferred is decided by the migrations alone.
  const plain = (definition: string) =>
    definition
      .toLowerCase()
      .replace(/ deferrable$| on delete no action$/, '')
      .replaceAll('"', '')
      .replaceAll(' (', '(');
  const found = await app.sql<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f'`,
  );
  const existing = new Map(found.map(({ name, definition }) => [name, plain(definition)]));
  const wanted = (await changes()).flatMap((change) => {
    const [, , name, definition] = FOREIGN_KEY.exec(change) ?? [];
    return name && definition ? [[`${name}_fkey`, plain(definition)] as const] : [];
  });
  expect(wanted.length).toBeGreaterThan(10);
  for (const [name, definition] of wanted) expect([name, existing.get(name)]).toEqual([name, definition]);
});

test('migration files sort in the order in which they run', async () => {
  const files = import.meta.glob<Record<string, new (...args: unknown[]) => Migration>>(
    '../../server/migrations/20*.ts',
    {
      eager: true,
    },
  );
  const { driver, config } = { driver: app.orm.em.getDriver(), config: app.orm.config };
  const sorted = Object.keys(files)
    .sort()
    .flatMap((path) => Object.values(files[path]!).map((One) => new One(driver, config).name));
  const run = await app.sql<{ name: string }>('select name from mikro_orm_migrations order by id');
  expect(run.map(({ name }) => name)).toEqual(sorted);
});
