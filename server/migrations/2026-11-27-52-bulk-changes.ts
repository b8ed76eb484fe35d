import { Migration } from '@mikro-orm/migrations';

/**
 * Models that administrators choose are changed, copied or deleted as an import, whose rows come from the models. What is
 * deleted is kept with its rows, so that it can be undone.
 */
export class BulkChanges extends Migration {
  override name = '2026-11-27-52-bulk-changes';

  override up() {
    this.addSql(`alter table imports add kind varchar(10) not null default 'file'`);
    this.addSql('alter table import_rows add source_id int, add kept jsonb, add kept_images text[]');
    this.addSql('create index import_rows_images on import_rows using gin (kept_images) where kept_images is not null');
  }
}
