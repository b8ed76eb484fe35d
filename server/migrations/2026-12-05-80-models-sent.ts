import { Migration } from '@mikro-orm/migrations';

/** Of how many models the key data was sent to each user on each day (UTC), whatever the way: for the access audit. */
export class ModelsSent extends Migration {
  override name = '2026-12-05-80-models-sent';

  override up() {
    this.addSql(`create table models_sent (
      user_id int not null references users on delete cascade,
      day timestamptz not null,
      models int not null,
      primary key (user_id, day)
    )`);
    this.addSql('create index models_sent_day on models_sent (day)');
  }
}
