import { Migration } from '@mikro-orm/migrations';

/** The kind and the record of each log line, to filter the log and to link to the record. */
export class LogKinds extends Migration {
  override name = '2026-11-23-01-log-kinds';

  override up() {
    this.addSql(`alter table log_entries
      add kind varchar(40) not null default 'OTHER',
      add subject_type varchar(20),
      add subject_id int`);
    this.addSql(`alter table log_counts add kind varchar(40) not null default 'OTHER'`);
    for (const table of ['log_entries', 'log_counts'])
      this.addSql(
        `update ${table} set kind = case ${KINDS.map(([kind, text]) => `when details like '${text}' then '${kind}'`).join(' ')} else kind end`,
      );
    this.addSql(`update log_entries set kind = 'REPORTED' where from_client`);
    // Only these texts name their record by its id.
    this.addSql(`update log_entries set subject_type = 'IMPORT', subject_id = substring(details from '\\(import (\\d{1,9})\\)')::int
      where kind like 'IMPORT\\_%' and details ~ '\\(import \\d{1,9}\\)'`);
    this.addSql(`update log_entries set subject_type = 'CORRECTION', subject_id = substring(details from ' correction (\\d{1,9}) of ')::int
      where kind like 'CORRECTION\\_%' and details ~ ' correction \\d{1,9} of '`);

    this.addSql('create index log_entries_kind on log_entries (kind, created_at desc, id desc)');
    // For searching by the beginning of a username, in the form of usernameKey.
    this.addSql(`create index log_entries_username_key on log_entries
      ((lower(normalize(username, NFKC) collate "und-x-icu")) text_pattern_ops, created_at desc, id desc)`);
  }
}

/** The kind of each text that the server has written so far, as a pattern; the first that fits decides. */
const KINDS = [
  ['SIGN_IN', 'Signed in from %'],
  ['SIGN_OUT', 'Signed out'],
  ['SESSION_ENDED', 'Signed out %'],
  ['SESSION_ENDED', 'Signed the user %'],
  ['SIGN_IN_FAILED', 'Failed to sign in%'],
  ['PASSWORD_REQUESTED', 'Asked for a temporary password%'],
  ['PASSWORD_SENT', 'Sent a password to %'],
  ['PASSWORD_CHANGED', 'Changed the password'],
  ['PASSWORD_RESET', 'Gave % a new password at %'],
  ['REFUSED', 'Was refused %'],
  ['CLIENT_CREATED', 'Created the client %'],
  ['CLIENT_UPDATED', 'Updated the client %'],
  ['CLIENT_DELETED', 'Deleted the client %'],
  ['USER_CREATED', 'Created the user %'],
  ['USER_CREATED', 'Created the administrator %'],
  ['USER_UPDATED', 'Updated the user %'],
  ['USER_DELETED', 'Deleted the user %'],
  ['USER_DELETED', 'Removed the demo accounts %'],
  ['MAKE_CREATED', 'Created the make %'],
  ['MAKE_UPDATED', 'Updated the make %'],
  ['MAKE_DELETED', 'Deleted the make %'],
  ['MODEL_CREATED', 'Created the model %'],
  ['MODEL_UPDATED', 'Updated the model %'],
  ['MODEL_RESTORED', 'Brought back what the model %'],
  ['MODEL_DELETED', 'Deleted the model %'],
  ['CORRECTION_APPLIED', 'Applied the correction %'],
  ['CORRECTION_DECLINED', 'Declined the correction %'],
  ['EXPORT', 'Exported the catalogue %'],
  ['IMPORT_APPLIED', 'Imported % (import %'],
  ['IMPORT_UNDONE', 'Undid the import of %'],
  ['SHEET_BUDGET_REACHED', 'Reached the budget of %'],
  ['PAYMENT', 'Paid $%'],
  ['PAYMENT_DISPUTED', 'The payment of % is disputed at the bank'],
  ['PAYMENT_REFUNDED', '$% of $% were given back'],
  ['YEAR_TAKEN_BACK', 'The year was taken back%'],
] as const;
