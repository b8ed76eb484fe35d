import { Migration } from '@mikro-orm/migrations';

/**
 * The feed of `catalogueChanges`: one row for each record of the catalogue, with the transaction that last changed it. Why it
 * is read by transaction: docs/decisions/0014.
 */
export class CatalogueFeed extends Migration {
  override name = '2026-12-02-20-catalogue-feed';

  override up() {
    // The kinds are those of server/catalogue/feed/catalogueChange.ts.
    this.addSql(`create table catalogue_feed (
      kind smallint not null, id int not null, xid xid8 not null, created_xid xid8 not null, changed_at timestamptz not null,
      deleted boolean not null, primary key (kind, id))`);
    this.addSql('create unique index catalogue_feed_order on catalogue_feed (xid, kind, id)');
    // One row: which state of the database the numbers of transactions belong to.
    this.addSql('create table catalogue_feed_state (id uuid not null, place text not null)');
    // A restored copy of the database counts its transactions anew, and so does a promoted replica from where it was.
    this.addSql(`create function catalogue_feed_place() returns text language sql stable as $$
      select concat_ws(' ', (select system_identifier from pg_control_system()),
        (select oid from pg_database where datname = current_database()), left(pg_walfile_name(pg_current_wal_lsn()), 8)) $$`);
    this.addSql(`create function begin_catalogue_feed() returns void language plpgsql as $$
      begin
        -- Whoever is changing a record waits, and notes it afterwards.
        lock table catalogue_feed in share row exclusive mode;
        delete from catalogue_feed;
        insert into catalogue_feed
          select kind, id, '1'::xid8, '1'::xid8, updated_at, false from (
            select 1 as kind, id, updated_at from makes
            union all select 2, id, updated_at from key_systems
            union all select 3, id, updated_at from models
          ) as r;
        delete from catalogue_feed_state;
        insert into catalogue_feed_state values (gen_random_uuid(), catalogue_feed_place());
      end $$`);
    this.addSql(`create function current_catalogue_feed() returns uuid language plpgsql as $$
      declare
        here text := catalogue_feed_place();
        known text := (select place from catalogue_feed_state);
      begin
        if known is null or split_part(known, ' ', 1) <> split_part(here, ' ', 1) then
          lock table catalogue_feed in share row exclusive mode;
          if not exists (select from catalogue_feed_state where place = here) then perform begin_catalogue_feed(); end if;
        elsif known <> here then
          -- The numbers are of this cluster: they hold, but readers may have had changes that this copy lacks.
          update catalogue_feed_state set id = gen_random_uuid(), place = here where place <> here;
        end if;
        return (select id from catalogue_feed_state);
      end $$`);

    // The array keeps the plan of one record from being the plan of thousands, and the other way round.
    this.addSql(`create function feed_catalogue(of_kind int, ids int[], gone boolean) returns void language plpgsql as $$
      begin
        insert into catalogue_feed as f
          select of_kind, id, pg_current_xact_id(), pg_current_xact_id(), statement_timestamp(), gone
          from unnest(ids) as i (id) order by id
          on conflict (kind, id) do update set xid = excluded.xid, changed_at = excluded.changed_at, deleted = excluded.deleted,
            -- A transaction that began earlier may write later.
            created_xid = case when f.deleted and not excluded.deleted then excluded.xid
              else least(f.created_xid, excluded.xid) end;
      end $$`);
    this.addSql(`create function feed_written() returns trigger language plpgsql as $$
      begin
        perform feed_catalogue(tg_argv[0]::int, array(select id from written), tg_op = 'DELETE');
        return null;
      end $$`);
    // With its model, a picture goes after it.
    this.addSql(`create function feed_pictures() returns trigger language plpgsql as $$
      begin
        perform feed_catalogue(3, array(select distinct m.id from written w join models m on m.id = w.model_id), false);
        return null;
      end $$`);
    this.addSql(`create function feed_emptied() returns trigger language plpgsql as $$
      begin
        perform feed_catalogue(tg_argv[0]::int,
          array(select id from catalogue_feed where kind = tg_argv[0]::int and not deleted), true);
        return null;
      end $$`);
    for (const [table, kind] of [
      ['makes', 1],
      ['key_systems', 2],
      ['models', 3],
    ] as const) {
      this.onWriting(table, `feed_written(${kind})`);
      this.addSql(`create trigger feed_emptied after truncate on ${table}
        for each statement execute function feed_emptied(${kind})`);
    }
    this.onWriting('model_images', 'feed_pictures()');
    this.addSql('select begin_catalogue_feed()');
  }

  private onWriting(table: string, call: string) {
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      this.addSql(`create trigger feed_${event} after ${event} on ${table} referencing ${rows} table as written
        for each statement execute function ${call}`);
  }
}
