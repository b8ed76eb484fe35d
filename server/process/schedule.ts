import { tellOfTokens } from '../accounts/apiTokens/apiToken.operations';
import { MOST_AT_ONCE, sweepMails } from '../accounts/mail/mail.operations';
import { deliverMails } from '../accounts/mail/mailOutbox';
import { removeOldChanges } from '../catalogue/changes/change.operations';
import { removeUnusedImages } from '../catalogue/images/image.operations';
import { readNewSeries } from '../catalogue/jump/series.operations';
import { compactModelYears } from '../catalogue/lookup/lookup.operations';
import { removeOldOpenings } from '../catalogue/sheets/sheet.operations';
import type { Config } from '../config';
import type { SystemContext } from '../context';
import { sweepDeliveries } from '../integrations/webhooks/delivery.operations';
import { sendDeliveries } from '../integrations/webhooks/sendDeliveries';
import { reportUnusual } from '../logs/access/unusual.operations';
import { logCounts, sweepLog } from '../logs/log.operations';
import type { Mailer } from '../outside/mail';
import { longWork } from '../outside/postgres/connections';
import { remind } from '../payments/reminders/reminder.operations';
import { settleAttempts } from '../payments/settlement/settle.operations';
import type { RepeatedWork } from './repeat';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const olderThan = (milliseconds: number) => ({ before: new Date(Date.now() - milliseconds) });

/** All that a server does without a request. Each operation sees to it that several servers may do it at the same time. */
export const schedule = (
  system: SystemContext,
  mailer: Mailer,
  { logRetentionDays }: Pick<Config, 'logRetentionDays'>,
): RepeatedWork[] => [
  {
    name: 'mails',
    // The shortest pause until a refused mail is retried.
    every: 5 * SECOND,
    topic: 'mails',
    run: async (signal) => (await deliverMails(system, mailer, signal)) === MOST_AT_ONCE,
  },
  {
    name: 'webhooks',
    // Half of the shortest pause until a delivery is tried again.
    every: 5 * SECOND,
    topic: 'deliveries',
    run: (signal) => sendDeliveries(system, signal),
  },
  { name: 'unsettled payments', every: 10 * SECOND, run: () => settleAttempts(system) },
  { name: 'reminders', every: HOUR, run: async () => (await remind(system)) > 0 },
  { name: 'mails about API tokens', every: 10 * MINUTE, run: () => tellOfTokens(system) },
  { name: 'log counts', every: MINUTE, run: () => logCounts(system) },
  { name: 'unusual access', every: 10 * MINUTE, run: () => reportUnusual(system) },
  { name: 'new code series', every: MINUTE, run: () => longWork(readNewSeries, system, {}) },
  { name: 'year counts', every: HOUR, run: () => longWork(compactModelYears, system, {}) },
  // Deletions.
  { name: 'old mails', every: HOUR, run: () => sweepMails(system) },
  { name: 'old deliveries', every: HOUR, run: () => sweepDeliveries(system) },
  { name: 'old log lines', every: HOUR, run: () => sweepLogIfAllowed(system, logRetentionDays) },
  // A form that has not been saved may still need them.
  { name: 'unused images', every: HOUR, run: () => longWork(removeUnusedImages, system, olderThan(DAY)) },
  { name: 'old staged changes', every: HOUR, run: () => longWork(removeOldChanges, system, olderThan(30 * DAY)) },
  { name: 'old sheet openings', every: HOUR, run: () => longWork(removeOldOpenings, system, olderThan(400 * DAY)) },
];

/** The database's owner deletes lines if this role may not (docs/operations.md, "Who may change the log"). */
async function sweepLogIfAllowed(system: SystemContext, days: number): Promise<void> {
  try {
    await sweepLog(system, { days });
  } catch (error) {
    const mayNotDelete = error instanceof Error && 'code' in error && error.code === '42501';
    if (!mayNotDelete) throw error;
    system.log.info('The log is not swept here: this role may not delete from it');
  }
}
