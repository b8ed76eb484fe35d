import { Migration } from '@mikro-orm/migrations';

/** How an import reads cells of several models, and ranges of years without a beginning. */
export class TradeImports extends Migration {
  override name = '2026-11-30-50-trade-imports';

  override up() {
    this.addSql('alter table imports add split_models boolean not null default false, add open_from int');
  }
}
