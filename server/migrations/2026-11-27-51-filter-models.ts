import { Migration } from '@mikro-orm/migrations';
import { rebuildMarks } from './derived';

/** Administrators filter the models by what they lack, by the sample mark and by the last change. */
export class FilterModels extends Migration {
  override name = '2026-11-27-51-filter-models';

  override up() {
    this.addSql(rebuildMarks);
    this.addSql('create index models_updated on models (updated_at)');
  }
}
