import { Migration } from '@mikro-orm/migrations';

/** Each opening is compared with the user's last one of the same model: without this index, with all of the last hour. */
export class OpeningsOfModel extends Migration {
  override name = '2026-11-27-90-openings-of-model';

  override up() {
    this.addSql('create index sheet_openings_user_model on sheet_openings (user_id, model_id, opened_at desc)');
  }
}
