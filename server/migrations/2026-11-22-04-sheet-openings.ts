import { Migration } from '@mikro-orm/migrations';

/** Who opened which sheet and when: for the budgets, and as a record of who has seen what. */
export class SheetOpenings extends Migration {
  override name = '2026-11-22-sheet-openings';

  override up() {
    // Opening the same sheet again within the hour counts once: it adds no row, but sets the last_at of the first.
    this.addSql(`create table sheet_openings (
      user_id int not null references users on delete cascade,
      model_id int not null references models on delete cascade,
      opened_at timestamptz not null,
      last_at timestamptz not null
    )`);
    this.addSql('create index sheet_openings_user on sheet_openings (user_id, opened_at desc)');
    this.addSql('create index sheet_openings_model on sheet_openings (model_id, opened_at desc)');
    // For deleting old rows. Rows are added in the order of time, so a BRIN index is enough and stays small.
    this.addSql('create index sheet_openings_time on sheet_openings using brin (opened_at)');
  }
}
