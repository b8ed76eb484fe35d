import { Migration } from '@mikro-orm/migrations';

/** Why the last task of an import came to nothing: it runs in the background, so no request is there to be told. */
export class ImportFailures extends Migration {
  override name = '2026-11-22-import-failures';

  override up() {
    this.addSql('alter table imports add failure jsonb');
  }
}
