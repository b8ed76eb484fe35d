import 'reflect-metadata';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from './app';
import { originOf, readConfig, siteOf } from './config';
import { createSystemContext } from './context';
import { changesOf, imagesAreApart, startDatabase } from './database';
import { IMAGES_ARE_APART } from './observe/operatorPaths';
import { answerRejection } from './observe/requests';
import { openLog } from './observe/serverLog';
import { openCards } from './outside/cards/openCards';
import { openGeoip } from './outside/geoip';
import { openImageStore } from './outside/images/openImageStore';
import { openMailer } from './outside/mail';
import { openReceivers } from './outside/receivers/receivers';
import { removeLeftSheets } from './outside/sheets/sheetReader';
import { providerModeOf } from './payments/settlement/settle';
import { requireFree, wrongAddress } from './process/port';
import { type Program, runProgram } from './process/program';
import { repeat } from './process/repeat';
import { schedule } from './process/schedule';
import { DEMO_PASSWORD, seedDemo } from './seed/demo';
import { findDemoAccounts, refuseDemoAccounts } from './seed/demoAccounts.operations';

/** How long a stopping server in production still accepts requests, in milliseconds; its /readyz already returns 503. */
const LEAVING = 2_500;
/** How long it then waits for requests in progress; it waits for background work from the beginning. */
const TO_FINISH = 4_000;

/** Settings → database → app → listen. */
async function main(life: Program): Promise<void> {
  const config = readConfig(process.env);
  const { port, host } = config;
  await requireFree(config);
  const log = openLog(config.logLevel);
  await removeLeftSheets();

  const { orm, embedded } = await startDatabase(config, log, say, life);
  const outside = {
    images: await openImageStore(config),
    cards: await openCards(config),
    locate: await openGeoip(config.geoipFile),
    receivers: openReceivers({ listed: config.webhookPrivateAddresses }),
  };
  const system = createSystemContext(orm, { log, outside, site: siteOf(config) });
  if (config.production) await refuseDemoAccounts(system);
  const demo = embedded && !config.production;
  if (demo) await seedDemo(orm, outside.images, say);

  const app = await createApp(config, {
    orm,
    outside,
    log,
    clientDir: join(import.meta.dirname, '../client'),
    stopping: life.signal,
  });
  const closeApp = async () => {
    // Requests keep arriving until proxies have noticed that it is no longer ready.
    if (config.production) await wait(LEAVING);
    // A client that is still sending or reading at that time must not delay stopping the database.
    const cut = setTimeout(() => app.server.closeAllConnections(), TO_FINISH);
    await app.close();
    clearTimeout(cut);
  };
  life.onRejection(answerRejection(log));
  const mailer = openMailer(config);
  const stopWork = repeat(schedule(system, mailer, config), { log, changes: changesOf(orm) });
  life.onClose(async () => {
    // Concurrently and with a limit: a hanging mail server or card provider must not delay requests in progress.
    await Promise.all([closeApp(), Promise.race([stopWork(), wait(TO_FINISH)])]);
    mailer.close();
  });
  await app.listen({ port, host }).catch((error) => {
    throw wrongAddress(error, config);
  });

  if (await imagesAreApart(orm)) log.warn(IMAGES_ARE_APART);
  say(`Motokey is at ${originOf(config)}`);
  if (!config.smtpUrl) say(`Mail is not sent: without SMTP_URL it is written to ${join(config.dataDir, 'outbox')}`);
  if (outside.cards.provider === 'sandbox')
    say('Payments are in the sandbox, where no money moves: see STRIPE_SECRET_KEY');
  if (providerModeOf(outside.cards) === 'stripe test')
    say('Stripe is in test mode: only its test cards work, and no money moves');
  if (config.production && !config.secondFactor.key)
    say('The secrets of authenticator apps are not encrypted in the database: see SECOND_FACTOR_KEY');
  if (host === 'localhost') say('Only this machine can reach it; HOST=0.0.0.0 opens it to others');
  const accounts = demo ? await findDemoAccounts(system) : [];
  if (accounts.length > 0) {
    say(`Demo sign-ins, password ${DEMO_PASSWORD} for all:`);
    for (const { username, what } of accounts) say(`  ${username.padEnd(22)} ${what}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

runProgram(main);
