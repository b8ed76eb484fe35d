import { Migration } from '@mikro-orm/migrations';

/** Who opened which sheet and when: for the budgets, and for whoever asks later who has seen what. */
export class SheetOpenings extends Migration {
  override name = '2026-11-22-sheet-openings';

  override up() {
    // last_at moves where the same sheet is opened again within the hour, which counts once.
    this.addSql(`create table sheet_openings (
      user_id int not null references users on delete cascade,
      model_id int not null references models on delete cascade,
      opened_at timestamptz not null,
      last_at timestamptz not null
    )`);
    this.addSql('create index sheet_openings_user on sheet_openings (user_id, opened_at desc)');
    this.addSql('create index sheet_openings_model on sheet_openings (model_id, opened_at desc)');
    // For the sweep: rows come in the order of their time, so this is a few kilobytes.
    this.addSql('create index sheet_openings_time on sheet_openings using brin (opened_at)');
  }
}
