import { Migration } from '@mikro-orm/migrations';
import { searchKey } from '../text';

/** How much companies keep, and the search over it (docs/rules.md, "Own values and notes"). */
export class CompanyBytes extends Migration {
  override name = '2026-12-05-65-company-bytes';

  override up() {
    // The bytes of its names, values and notes, so that the sum for a company reads one row for each sheet.
    this.addSql('alter table own_sheets add bytes int not null default 0');
    this.addSql(`update own_sheets s set bytes = 100 + octet_length(coalesce(make, '') || coalesce(name, ''))
      + coalesce((select sum(100 + octet_length(value)) from own_values where sheet_id = s.id), 0)
      + coalesce((select sum(100 + octet_length(text)) from company_notes where sheet_id = s.id), 0)`);
    for (const [table, column] of [
      ['own_values', 'value'],
      ['company_notes', 'text'],
    ] as const)
      this.addSql(`create index ${table}_search on ${table}
        using gin ((${searchKey(column)}) gin_trgm_ops)`);
  }
}
