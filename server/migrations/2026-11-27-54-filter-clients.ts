import { Migration } from '@mikro-orm/migrations';

/** Administrators filter the clients by name, email and last day. */
export class FilterClients extends Migration {
  override name = '2026-11-27-54-filter-clients';

  override up() {
    for (const column of ['name', 'primary_email']) {
      this.addSql(`create index clients_${column}_search on clients
        using gin ((lower(${column}::text collate "und-x-icu")) gin_trgm_ops)`);
    }
    this.addSql('create index clients_subscription on clients (subscription_end_date, id)');
  }
}
