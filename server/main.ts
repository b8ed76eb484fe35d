import 'reflect-metadata';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { deliverForever } from './accounts/mailOutbox';
import { createApp } from './app';
import { sweepEveryHour } from './catalogue/sweep';
import { ConfigError, originOf, readConfig } from './config';
import { startDatabase } from './database';
import { openGeoip } from './outside/geoip';
import { openMailer } from './outside/mail';
import { openCards } from './outside/openCards';
import { openImageStore } from './outside/openImageStore';
import { booksOf, settleForever } from './payments/settle';
import { portIsTaken } from './port';
import { DEMO_PASSWORD, DEMO_USERS, seedDemo } from './seed/demo';

/** What to close, the last opened first. */
const open: (() => Promise<unknown>)[] = [];
async function closeAll(): Promise<void> {
  for (let end = open.pop(); end; end = open.pop()) await end();
}

/** Settings → database → app → listen. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { port, host } = config;
  const taken = `Port ${port} is in use. Stop what listens there, or choose another: PORT=3001 npm start`;
  if (await portIsTaken(port, host)) throw new ConfigError(taken);
  const log = pino({ level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] });

  const { orm, embedded, stop } = await startDatabase(config, log, say);
  open.push(stop);
  const outside = {
    images: await openImageStore(config),
    cards: await openCards(config),
    locate: await openGeoip(config.geoipFile),
  };
  const demo = embedded && !config.production;
  if (demo) await seedDemo(orm, outside.images, say);

  const app = await createApp(config, { orm, outside, log, clientDir: join(import.meta.dirname, '../client') });
  open.push(async () => {
    // Who has not sent or read all of a request by then must not keep the database from being stopped.
    const cut = setTimeout(() => app.server.closeAllConnections(), 5_000);
    await app.close();
    clearTimeout(cut);
  });
  open.push(sweepEveryHour(orm, outside.images, log));
  open.push(settleForever(orm, outside.cards, originOf(config), log));
  open.push(deliverForever(orm, openMailer(config), log));
  await app.listen({ port, host }).catch((error) => {
    throw error.code === 'EADDRINUSE' ? new ConfigError(taken) : error;
  });

  say(`Motokey is at ${originOf(config)}`);
  if (!config.smtpUrl) say(`Mail is not sent: without SMTP_URL it is written to ${join(config.dataDir, 'outbox')}`);
  if (outside.cards.provider === 'sandbox')
    say('Payments are in the sandbox, where no money moves: see STRIPE_SECRET_KEY');
  if (booksOf(outside.cards) === 'stripe test')
    say('Stripe is in test mode: only its test cards pay, and no money moves');
  if (demo) {
    say(`Demo sign-ins, password ${DEMO_PASSWORD} for all:`);
    for (const { username, what } of DEMO_USERS) say(`  ${username.padEnd(22)} ${what}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A person at the terminal reads a sentence; LOG_LEVEL=debug shows where a fault came from. */
function tell(error: unknown): void {
  const wantsAll = process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace';
  console.error(error instanceof Error && !wantsAll ? error.message : error);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// Before anything is started, so that a signal during the start leaves nothing behind either.
const { close } = closeWithGrace({ delay: 9_000, logger: false, skip: [...SIGNALS] }, async ({ err }) => {
  if (err) tell(err);
  await closeAll();
});
let signalled = 0;
for (const signal of SIGNALS) {
  process.on(signal, () => {
    // Ctrl-C reaches us from the terminal and again from npm; a later one is somebody who does not want to wait.
    if (signalled && Date.now() - signalled > 1_000) process.exit(1);
    if (signalled) return;
    signalled = Date.now();
    close();
  });
}

main().catch(async (error: unknown) => {
  tell(error);
  await closeAll();
  process.exit(1);
});
