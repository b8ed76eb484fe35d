/**
 * PostGraphile on the same database, for `--peers`. It checks nobody. It is not one of our packages: install it first with
 * `npm install --no-save postgraphile@5.1.5`.
 */
import { createServer } from 'node:http';

/** By name, so that the compiler does not look for packages that are not there. */
const load = (name: string) => import(name);
const [{ postgraphile }, { PostGraphileAmberPreset }, { makePgService }, { grafserv }] = await Promise.all([
  load('postgraphile'),
  load('postgraphile/presets/amber'),
  load('postgraphile/adaptors/pg'),
  load('postgraphile/grafserv/node'),
]);
const service = makePgService({
  connectionString: process.env.DATABASE_URL,
  schemas: ['public'],
  poolConfig: { max: 4 },
});
const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [service],
  grafserv: { watch: false, graphiql: false },
};
const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('PostGraphile is at its port'));
