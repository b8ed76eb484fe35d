import { Migration } from '@mikro-orm/migrations';

/**
 * Why the last task of an import failed: it runs in the background, so no request can report it. An import may also
 * defer the check of its references to its end: until then it locks neither its user nor any make.
 */
export class ImportFailures extends Migration {
  override name = '2026-11-22-import-failures';

  override up() {
    this.addSql('alter table imports add failure jsonb');
    this.addSql('alter table models alter constraint models_make_id_fkey deferrable');
    this.addSql('alter table model_changes alter constraint model_changes_user_id_fkey deferrable');
  }
}
