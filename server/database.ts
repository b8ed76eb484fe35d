import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { ApiToken } from './accounts/apiTokens/apiToken.entity';
import { Client } from './accounts/clients/client.entity';
import { Mail } from './accounts/mail/mail.entity';
import { Session } from './accounts/sessions/session.entity';
import { Role } from './accounts/users/role.entity';
import { User } from './accounts/users/user.entity';
import { StagedChange } from './catalogue/changes/stagedChange.entity';
import { ModelChange } from './catalogue/history/modelChange.entity';
import { Image } from './catalogue/images/image.entity';
import { ModelImage } from './catalogue/images/modelImage.entity';
import { Alias } from './catalogue/jump/aliases/alias.entity';
import { MissedSearch } from './catalogue/jump/missed/missedSearch.entity';
import { Make } from './catalogue/makes/make.entity';
import { Model } from './catalogue/models/model.entity';
import { KeySystem } from './catalogue/systems/keySystem.entity';
import { KeySystemChange } from './catalogue/systems/keySystemChange.entity';
import { VanBlank } from './catalogue/van/vanBlank.entity';
import type { Config } from './config';
import { databaseCode, notFound } from './errors';
import { Correction } from './feedback/correction.entity';
import { Feedback } from './feedback/feedback.entity';
import { Verdict } from './feedback/verdicts/verdict.entity';
import { Arrival } from './gate/once/arrival.entity';
import { ThrottleCount } from './gate/throttle/throttleCount.entity';
import { RegisteredQuery } from './integrations/queries/registeredQuery.entity';
import { Webhook } from './integrations/webhooks/webhook.entity';
import { WebhookDelivery } from './integrations/webhooks/webhookDelivery.entity';
import { LogCount } from './logs/logCount.entity';
import { LogEntry } from './logs/logEntry.entity';
import { CreateTables } from './migrations/2026-11-20-01-create-tables';
import { RegisterImages } from './migrations/2026-11-20-02-register-images';
import { MailPasswords } from './migrations/2026-11-20-03-mail-passwords';
import { CorrectionsDecided } from './migrations/2026-11-20-04-corrections-decided';
import { PaymentAttempts } from './migrations/2026-11-20-05-payment-attempts';
import { Imports } from './migrations/2026-11-20-06-imports';
import { SessionsAndDevices } from './migrations/2026-11-22-01-sessions-and-devices';
import { LogCounts } from './migrations/2026-11-22-02-log-counts';
import { ImportFailures } from './migrations/2026-11-22-03-import-failures';
import { SheetOpenings } from './migrations/2026-11-22-04-sheet-openings';
import { UniqueClientEmails } from './migrations/2026-11-22-05-unique-client-emails';
import { LogKinds } from './migrations/2026-11-23-01-log-kinds';
import { TellChanges } from './migrations/2026-11-24-01-tell-changes';
import { KeyFacts } from './migrations/2026-11-25-01-key-facts';
import { Jump } from './migrations/2026-11-25-02-jump';
import { RecentSheets } from './migrations/2026-11-25-04-recent-sheets';
import { AliasSheets } from './migrations/2026-11-26-01-alias-sheets';
import { FilterModels } from './migrations/2026-11-27-51-filter-models';
import { BulkChanges } from './migrations/2026-11-27-52-bulk-changes';
import { ListViews } from './migrations/2026-11-27-53-list-views';
import { FilterClients } from './migrations/2026-11-27-54-filter-clients';
import { FeedbackAnswers } from './migrations/2026-11-27-60-feedback-state';
import { AccessAudit } from './migrations/2026-11-27-62-access-audit';
import { OwnBudgets } from './migrations/2026-11-27-63-own-budgets';
import { MendedImports } from './migrations/2026-11-27-70-mended-imports';
import { FilterLists } from './migrations/2026-11-27-71-filter-lists';
import { ImportVersions } from './migrations/2026-11-27-82-import-versions';
import { OpeningsOfModel } from './migrations/2026-11-27-90-openings-of-model';
import { ModelYears } from './migrations/2026-11-27-91-model-years';
import { JumpModels } from './migrations/2026-11-27-92-jump-models';
import { Secrets } from './migrations/2026-11-28-10-secrets';
import { JumpMatches } from './migrations/2026-11-28-11-jump-matches';
import { SheetChoices } from './migrations/2026-11-28-20-sheet-choices';
import { SameTexts } from './migrations/2026-11-28-30-same-texts';
import { JumpNumbers } from './migrations/2026-11-29-30-jump-numbers';
import { Receipts } from './migrations/2026-11-29-70-receipts';
import { SampleSheet } from './migrations/2026-11-29-80-sample-sheet';
import { TellMails } from './migrations/2026-11-29-90-tell-mails';
import { TradeData } from './migrations/2026-11-30-10-trade-data';
import { KeySystems } from './migrations/2026-11-30-20-key-systems';
import { Series } from './migrations/2026-11-30-30-series';
import { TradeImports } from './migrations/2026-11-30-50-trade-imports';
import { Arrivals } from './migrations/2026-12-01-10-arrivals';
import { OwnSheets } from './migrations/2026-12-01-20-own-sheets';
import { VanBlanks } from './migrations/2026-12-01-30-van-blanks';
import { CheckedModels } from './migrations/2026-12-01-40-checked-models';
import { News } from './migrations/2026-12-01-41-news';
import { Verdicts } from './migrations/2026-12-01-50-verdicts';
import { Tour } from './migrations/2026-12-01-60-tour';
import { ApiTokens } from './migrations/2026-12-02-10-api-tokens';
import { RegisteredQueries } from './migrations/2026-12-02-11-registered-queries';
import { CatalogueFeed } from './migrations/2026-12-02-20-catalogue-feed';
import { Webhooks } from './migrations/2026-12-02-30-webhooks';
import { SecondFactor } from './migrations/2026-12-02-50-second-factor';
import { LengthUnit } from './migrations/2026-12-03-10-length-unit';
import { TellAliases } from './migrations/2026-12-03-20-tell-aliases';
import { Measures } from './migrations/2026-12-04-20-measures';
import { NameTokens } from './migrations/2026-12-05-50-name-tokens';
import { ConfirmTokens } from './migrations/2026-12-05-51-confirm-tokens';
import { SearchWidths } from './migrations/2026-12-05-60-search-widths';
import { CompanyBytes } from './migrations/2026-12-05-65-company-bytes';
import { BlankKeys } from './migrations/2026-12-05-70-blank-keys';
import { ModelsSent } from './migrations/2026-12-05-80-models-sent';
import { ModelsOfSystems } from './migrations/2026-12-05-90-models-of-systems';
import { OwnSearch } from './migrations/2026-12-05-95-own-search';
import { BoundTextsDriver } from './outside/postgres/boundTexts';
import { Connections, longWork } from './outside/postgres/connections';
import { Changes } from './outside/postgres/databaseChanges';
import { startEmbeddedPostgres } from './outside/postgres/embeddedPostgres';
import { hasOwnSession } from './outside/postgres/ownSession';
import type { Reads, Statement } from './outside/postgres/reads';
import { AttemptUser } from './payments/attempts/attemptUser.entity';
import { CardSetup } from './payments/attempts/cardSetup.entity';
import { PaymentAttempt } from './payments/attempts/paymentAttempt.entity';
import { Payment } from './payments/payment.entity';
import { Receipt } from './payments/receipts/receipt.entity';
import type { Lifetime } from './process/program';

const entities = [
  Alias,
  ApiToken,
  AttemptUser,
  Arrival,
  ThrottleCount,
  CardSetup,
  Client,
  Correction,
  Feedback,
  Image,
  StagedChange,
  KeySystem,
  KeySystemChange,
  LogCount,
  LogEntry,
  Mail,
  Make,
  MissedSearch,
  Model,
  ModelChange,
  ModelImage,
  Payment,
  PaymentAttempt,
  Receipt,
  RegisteredQuery,
  Role,
  Session,
  User,
  VanBlank,
  Verdict,
  Webhook,
  WebhookDelivery,
];
/** In the order in which they run, which is the order of their file names. */
const migrations = [
  CreateTables,
  RegisterImages,
  MailPasswords,
  CorrectionsDecided,
  PaymentAttempts,
  Imports,
  SessionsAndDevices,
  LogCounts,
  ImportFailures,
  SheetOpenings,
  UniqueClientEmails,
  LogKinds,
  TellChanges,
  KeyFacts,
  Jump,
  RecentSheets,
  AliasSheets,
  FilterModels,
  BulkChanges,
  ListViews,
  FilterClients,
  FeedbackAnswers,
  AccessAudit,
  OwnBudgets,
  MendedImports,
  FilterLists,
  ImportVersions,
  OpeningsOfModel,
  ModelYears,
  JumpModels,
  Secrets,
  JumpMatches,
  SheetChoices,
  SameTexts,
  JumpNumbers,
  Receipts,
  SampleSheet,
  TellMails,
  TradeData,
  KeySystems,
  Series,
  TradeImports,
  Arrivals,
  OwnSheets,
  VanBlanks,
  CheckedModels,
  News,
  Verdicts,
  Tour,
  ApiTokens,
  RegisteredQueries,
  CatalogueFeed,
  Webhooks,
  SecondFactor,
  LengthUnit,
  TellAliases,
  Measures,
  NameTokens,
  ConfirmTokens,
  SearchWidths,
  CompanyBytes,
  BlankKeys,
  ModelsSent,
  ModelsOfSystems,
  OwnSearch,
];

export interface Database {
  orm: MikroORM;
  /** Whether it is the embedded PostgreSQL. Demo data is loaded automatically only there. */
  embedded: boolean;
}

/** How long requests and background work may continue after a stop signal, in milliseconds. */
const LONGEST_END = 7_000;

/** Opens and migrates DATABASE_URL, or the embedded PostgreSQL without it. Closed at the end of `life`. */
export async function startDatabase(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  life: Lifetime,
): Promise<Database> {
  const url = await findDatabase(config, say, life);
  const orm = openDatabase(url, log, config.slowAfter);
  life.onClose(() => orm.close());
  life.signal.addEventListener('abort', () => void setTimeout(() => cutConnections(orm), LONGEST_END).unref());
  try {
    await migrate(orm);
  } catch (error) {
    throw config.databaseUrl ? unusable(config.databaseUrl, error) : error;
  }
  return { orm, embedded: !config.databaseUrl };
}

/** What to do, by the code of the error. */
const ADVICE: Record<string, string> = {
  '3D000': 'Create it, or correct DATABASE_URL',
  ERR_TLS_CERT_ALTNAME_INVALID: 'DATABASE_URL must have the name that is in its certificate',
};
const WRONG_AUTHORITY = /certificate|UNABLE_TO_(GET|VERIFY)/i;

function unusable(url: string, error: unknown): Error {
  const { code = '', message } = error as Error & { code?: string };
  const advice =
    ADVICE[code] ??
    (message.endsWith('no encryption')
      ? 'It accepts only TLS: add ?sslmode=verify-full to DATABASE_URL'
      : WRONG_AUTHORITY.test(`${code} ${message}`) &&
        'sslrootcert in DATABASE_URL must be the file of the authority that signed its certificate');
  const { host } = new URL(url);
  return new Error(`The database of DATABASE_URL at ${host} cannot be used: ${message}${advice ? `. ${advice}` : ''}`);
}

/**
 * The URL of the database: DATABASE_URL, or the embedded PostgreSQL, which is started and stopped at the end of `life`.
 * Rejects if DATABASE_URL leads to no database, or through a pooler that does not keep sessions apart.
 */
export async function findDatabase(
  { databaseUrl, dataDir }: Config,
  say: (line: string) => void,
  life: Lifetime,
): Promise<string> {
  if (databaseUrl) {
    const isOwn = await hasOwnSession(databaseUrl).catch((error) => Promise.reject(unusable(databaseUrl, error)));
    if (!isOwn)
      throw new Error(
        'DATABASE_URL leads through a pooler in transaction mode. Set it to session mode (pool_mode = session), or name the database itself: docs/scaling.md, "Poolers".',
      );
    return databaseUrl;
  }
  const starting = startEmbeddedPostgres(dataDir, { log: say, signal: life.signal });
  life.onClose(async () => (await starting.catch(() => undefined))?.stop());
  return (await starting).url;
}

/** Opens the database at `url` without changing it; see `migrate`. Logs statements that take longer than `slowAfter` ms. */
export function openDatabase(url: string, log: Logger, slowAfter = Number.POSITIVE_INFINITY): MikroORM {
  const changes = new Changes(url, log, (sql, values) => orm.em.fork().execute<unknown[]>(sql, values));
  const connections = new Connections({ log, slowAfter }, (topics) => changes.committed(topics));
  changes.onLost(() => connections.renew());
  const orm: MikroORM = new MikroORM({
    clientUrl: url,
    // A misspelt name must not create an empty database.
    ensureDatabase: false,
    driver: BoundTextsDriver,
    entities,
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, silent: true },
    findOneOrFailHandler: () => notFound(),
    findExactlyOneOrFailHandler: () => notFound(),
    pool: { min: 0, max: 10, idleTimeoutMillis: 30_000 },
    // MikroORM reads only host, user and database from its URL, pg also sslmode and sslrootcert.
    driverOptions: { ...connections.options, connectionString: url },
    logger: (message) => log.debug(message),
    colors: false,
    // Logs statements without their values, which may be secrets.
    debug: log.isLevelEnabled('trace') && ['query', 'info'],
  });
  const close = orm.close.bind(orm);
  orm.close = async (force) => {
    await changes.stop();
    await close(force);
  };
  connectionsOf.set(orm, connections);
  changesByOrm.set(orm, changes);
  return orm;
}

const connectionsOf = new WeakMap<MikroORM, Connections>();
const changesByOrm = new WeakMap<MikroORM, Changes>();

/** Reports changes of the database by this program and others. */
export function changesOf(orm: MikroORM): Changes {
  const changes = changesByOrm.get(orm);
  if (!changes) throw new Error('The database was not opened by openDatabase');
  return changes;
}

/** Its pool. */
export function poolOf(orm: MikroORM): Connections {
  const connections = connectionsOf.get(orm);
  if (!connections) throw new Error('The database was not opened by openDatabase');
  return connections;
}

/** Closes all connections in use, so that stopping the server does not wait for them. */
export const cutConnections = (orm: MikroORM): void => connectionsOf.get(orm)?.cut();

/** The migrations of this release, in order. Their `up` only collects statements. */
export const migrationsOf = (orm: MikroORM) =>
  (orm.config.get('migrations').migrationsList as typeof migrations).map(
    (Migration) => new Migration(orm.driver, orm.config),
  );

/** The advisory lock held while the tables are migrated or restored. */
export const LOCK_OF_MIGRATIONS = 'motokey migrations';

const DEADLOCK = '40P01';
/** How often migrations are tried if they deadlock with requests of running servers. */
const TRIES = 5;

/** Runs the pending migrations. Servers that start at the same time take turns. */
export async function migrate(orm: MikroORM): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await longWork(() =>
        orm.em.fork().transactional(async (em) => {
          await em.execute('select pg_advisory_xact_lock(hashtext(?))', [LOCK_OF_MIGRATIONS]);
          await orm.migrator.up();
        }),
      );
    } catch (error) {
      if (databaseCode(error) !== DEADLOCK || tries === TRIES) throw error;
      orm.config
        .getLogger()
        .warn('migrator', `Attempt ${tries} ended in a deadlock with running servers; trying again.`);
    }
  }
}

/** After this many milliseconds without a connection, the server reports itself as not live, to be restarted. */
const LIVES_WITHOUT = 60_000;

/** False if connections have failed for a minute. Answers at once, and starts a new check for the next call. */
export function isLive(orm: MikroORM): boolean {
  void lookForConnection(orm);
  const since = connectionsOf.get(orm)?.failingSince;
  return since === undefined || Date.now() - since < LIVES_WITHOUT;
}

const MIGRATED: Statement = {
  name: 'no migration is pending',
  text: `select to_json(not exists (
      select from unnest($1::text[]) as known (name) where known.name not in (select m.name from mikro_orm_migrations m)))`,
};

/** Whether the database answers and no migration is pending. Never waits for the pool, which searches may hold. */
export const isReady = oneAtATime(async (orm, reads: Reads) => {
  const known = migrationsOf(orm).map(({ name }) => name);
  return (await reads.current<boolean>(MIGRATED, [known])) ?? false;
});

/** Whether servers of this database keep their images in different places, so that each serves only its own. */
export const imagesAreApart = oneAtATime((orm) => changesOf(orm).hasImagesElsewhere());

const lookForConnection = oneAtATime(async (orm) => (await orm.em.fork().execute('select 1')).length > 0);

/** The health paths are public, so concurrent calls share one check. False if the check fails. */
function oneAtATime<With extends unknown[]>(
  look: (orm: MikroORM, ...by: With) => Promise<boolean>,
): (orm: MikroORM, ...by: With) => Promise<boolean> {
  const running = new WeakMap<MikroORM, Promise<boolean>>();
  return (orm, ...by) => {
    const looking =
      running.get(orm) ??
      look(orm, ...by)
        .catch(() => false)
        .finally(() => running.delete(orm));
    running.set(orm, looking);
    return looking;
  };
}
