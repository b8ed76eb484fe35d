import { Migration } from '@mikro-orm/migrations';
import { rebuildAll } from './derived';

const CODES = ['locks', 'width', 'chip', 'needs', 'most_keys', 'market'];
const CHOICES = ['with_key', 'without_key'];
const TEXTS = ['how_to_tell', 'warning'];

/** What the trade's references record besides: the locks of a key, the names of depths, the blade's width, the immobiliser. */
export class TradeData extends Migration {
  override name = '2026-11-30-10-trade-data';

  override up() {
    const columns = [
      ...CODES.map((column) => `${column} varchar(255)`),
      ...CHOICES.map((column) => `${column} varchar(30)`),
      ...TEXTS.map((column) => `${column} text`),
    ].map((column) => `add ${column} not null default ''`);
    this.addSql(`alter table models ${columns.join(', ')},
      add depth_names text[] not null default array['', '', '', '', '', '', '', '']`);
    for (const statement of rebuildAll) this.addSql(statement);
  }
}
