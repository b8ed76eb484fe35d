import { Migration } from '@mikro-orm/migrations';

/** Feedback is open until it is answered or closed. */
export class FeedbackAnswers extends Migration {
  override name = '2026-11-27-60-feedback-state';

  override up() {
    this.addSql(`alter table feedbacks
      add state varchar(20) not null default 'open' check (state in ('open', 'answered', 'closed')),
      add answer text not null default '',
      add settled_by varchar(255) not null default '',
      add settled_at timestamptz`);
    this.addSql('create index feedbacks_state on feedbacks (state, created_at desc, id desc)');
  }
}
