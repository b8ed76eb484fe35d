import { Migration } from '@mikro-orm/migrations';

/** The sheets that each user opened last, and those they pinned. A model stays listed after it is deleted. */
export class RecentSheets extends Migration {
  override name = '2026-11-25-04-recent-sheets';

  override up() {
    // model_id is no foreign key, and make, name and year are only set once the model is deleted.
    this.addSql(`create table recent_sheets (
      user_id int not null references users on delete cascade,
      model_id int not null,
      opened_at timestamptz not null,
      pinned_at timestamptz,
      make varchar(255),
      name varchar(255),
      year int,
      primary key (user_id, model_id)
    )`);
    this.addSql('create index recent_sheets_model on recent_sheets (model_id)');
    // However a model is deleted: alone, or with an import that is undone.
    this.addSql(`create function remember_deleted() returns trigger language plpgsql as $$
      begin
        update recent_sheets r set make = k.display_name, name = g.name, year = g.year
        from gone g join makes k on k.id = g.make_id where r.model_id = g.id;
        return null;
      end $$`);
    this.addSql(`create trigger remember_deleted after delete on models referencing old table as gone
      for each statement execute function remember_deleted()`);
  }
}
