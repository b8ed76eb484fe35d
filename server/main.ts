import 'reflect-metadata';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { createApp } from './app';
import { ConfigError, readConfig } from './config';
import { migrate, openDatabase } from './database';
import { startEmbeddedPostgres } from './outside/embedded-postgres';
import { openGeoip } from './outside/geoip';
import { diskImageStore } from './outside/imageStore';
import { portIsTaken } from './port';
import { DEMO_PASSWORD, DEMO_USERS, seedDemo } from './seed/demo';

/** Settings → database → app → listen → close cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { port, host, dataDir } = config;
  const taken = `Port ${port} is in use. Stop what listens there, or choose another with PORT=3001 npm start.`;
  if (await portIsTaken(port, host)) throw new ConfigError(taken);
  const log = pino({ level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] });

  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(dataDir, { log: say });
  const orm = openDatabase(config.databaseUrl ?? embedded!.url, log);
  const outside = { images: diskImageStore(join(dataDir, 'images')), locate: await openGeoip(config.geoipFile) };
  await migrate(orm);
  const seeded = embedded !== null && !config.production && (await seedDemo(orm, outside.images, say));

  const app = await createApp(config, { orm, outside, log, clientDir: join(import.meta.dirname, '../client') });
  closeWithGrace({ delay: 9_000, logger: { error: (message) => log.error(message) } }, async ({ err }) => {
    if (err) log.fatal({ err }, 'Stopping after a fault');
    await app.close();
    await orm.close();
    await embedded?.stop();
  });
  await app.listen({ port, host }).catch((error) => {
    throw error.code === 'EADDRINUSE' ? new ConfigError(taken) : error;
  });

  say(`Motokey is at ${config.publicOrigin ?? `http://localhost:${port}`}`);
  if (embedded && !config.production) {
    say(`Demo sign-ins${seeded ? '' : ' (unless you changed them)'}, password ${DEMO_PASSWORD}:`);
    for (const { username, what } of DEMO_USERS) say(`  ${username.padEnd(22)} ${what}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const told = error instanceof ConfigError ? error.message : error;
  console.error(told);
  process.exit(1);
});
