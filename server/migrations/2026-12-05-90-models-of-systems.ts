import { Migration } from '@mikro-orm/migrations';

/** `identifyKey` names some bikes of each key system: from the index, without reading all models of the system. */
export class ModelsOfSystems extends Migration {
  override name = '2026-12-05-90-models-of-systems';

  override up() {
    this.addSql('drop index models_key_system');
    this.addSql('create index models_key_system on models (key_system_id, make_id, name, year desc, id)');
  }
}
