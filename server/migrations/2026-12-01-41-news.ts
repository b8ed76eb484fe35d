import { Migration } from '@mikro-orm/migrations';

/** What is new in the catalogue: when each user last looked, the names of removed models, and the histories by time. */
export class News extends Migration {
  override name = '2026-12-01-41-news';

  override up() {
    this.addSql(`create table news_seen (
      user_id int primary key references users on delete cascade, seen_at timestamptz not null)`);
    this.addSql('create index model_changes_time on model_changes (created_at)');
    this.addSql('create index key_system_changes_time on key_system_changes (created_at)');
    // Undoing a change of a key system tells nothing new.
    this.addSql('alter table key_system_changes add import_id int references imports on delete set null');
    this.addSql('create index key_system_changes_import on key_system_changes (import_id) where import_id is not null');
    // A deleted model may come back with its id.
    this.addSql(`create table removed_models (
      model_id int primary key, make_id int references makes on delete cascade, name varchar(255) collate natural_order not null,
      year int not null, created_at timestamptz not null, removed_at timestamptz not null)`);
    this.addSql('create index removed_models_make on removed_models (make_id)');
    this.addSql('create index removed_models_time on removed_models (removed_at)');
    this.addSql(`create function note_removed() returns trigger language plpgsql as $$
      begin
        insert into removed_models
          select g.id, g.make_id, g.name, g.year, g.created_at, now() from gone g join makes k on k.id = g.make_id
          on conflict (model_id) do update set make_id = excluded.make_id, name = excluded.name, year = excluded.year,
            removed_at = excluded.removed_at;
        return null;
      end $$`);
    this.addSql(`create trigger note_removed after delete on models referencing old table as gone
      for each statement execute function note_removed()`);
  }
}
