import { Migration } from '@mikro-orm/migrations';

/** Events that the log counts instead of writing a line each time: see logs/logCount.entity.ts. */
export class LogCounts extends Migration {
  override name = '2026-11-22-log-counts';

  override up() {
    this.addSql(`create table log_counts (
      key varchar(600) primary key,
      user_id int references users on delete set null,
      username varchar(255) not null,
      details varchar(255) not null,
      count int not null,
      started_at timestamptz not null default now(),
      last_at timestamptz not null default now()
    )`);
  }
}
