import { Migration } from '@mikro-orm/migrations';

/** A new mail wakes the servers' outboxes (server/process/schedule.ts). */
export class TellMails extends Migration {
  override name = '2026-11-29-90-tell-mails';

  override up() {
    this.addSql(`create trigger tell_mails after insert on mails
      for each statement execute function tell_change('mails')`);
  }
}
