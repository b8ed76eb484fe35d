import { Migration } from '@mikro-orm/migrations';

/** How many identifiers Jump has shown to each user in each hour, for their budget and the access audit. */
export class JumpMatches extends Migration {
  override name = '2026-11-28-11-jump-matches';

  override up() {
    this.addSql(`create table jump_matches (
      user_id int not null references users on delete cascade,
      hour timestamptz not null,
      matches int not null,
      primary key (user_id, hour)
    )`);
    this.addSql('create index jump_matches_hour on jump_matches (hour)');
  }
}
