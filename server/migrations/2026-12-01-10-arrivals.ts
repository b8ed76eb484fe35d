import { Migration } from '@mikro-orm/migrations';

/** Writes that are done once, however often they are sent. */
export class Arrivals extends Migration {
  override name = '2026-12-01-10-arrivals';

  override up() {
    this.addSql(`create table arrivals (
      user_id int not null references users on delete cascade, sent_id uuid not null, record varchar(40),
      arrived_at timestamptz not null, primary key (user_id, sent_id))`);
  }
}
