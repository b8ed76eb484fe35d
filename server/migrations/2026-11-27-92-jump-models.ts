import { Migration } from '@mikro-orm/migrations';
import { rebuildJump } from './derived';

const TABLES = ['jump_names', 'jump_identifiers', 'jump_series'];

/** The index of Jump also has the model that each year opens, so a search does not look it up in the models. */
export class JumpModels extends Migration {
  override name = '2026-11-27-92-jump-models';

  override up() {
    // Next to `years`: for each year, the first model that has the name, or the identifier or series.
    for (const table of TABLES) this.addSql(`alter table ${table} add model_ids int[] not null default '{}'`);
    this.addSql(`create function jump_models(make int, given text) returns int[] language sql stable as $$
      select array(select min(m.id) from models m where m.make_id = make and m.name = given
        group by m.year order by m.year desc)
    $$`);
    this.addSql(rebuildJump);
  }
}
