import { Migration } from '@mikro-orm/migrations';

/** The one model whose sheet anybody may open. The home page offers it while there is one. */
export class SampleSheet extends Migration {
  override name = '2026-11-29-80-sample-sheet';

  override up() {
    this.addSql(`create table sample_sheet (
      only_one boolean primary key default true check (only_one),
      model_id int not null references models on delete cascade
    )`);
    // For each row: deleting models deletes here as many times, mostly nothing.
    this.addSql(`create trigger tell_totals after insert or update or delete on sample_sheet
      for each row execute function tell_change('totals')`);
  }
}
