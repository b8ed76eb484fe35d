import { Migration } from '@mikro-orm/migrations';

/** Clients by their last day: who is due, who has lapsed. */
export class ClientEnds extends Migration {
  override name = '2026-11-27-61-client-ends';

  override up() {
    this.addSql('create index clients_subscription on clients (subscription_end_date, id)');
  }
}
