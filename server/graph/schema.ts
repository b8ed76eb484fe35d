import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildSchema, printedSchema } from './graphql';

/** Writes schema.graphql from the resolvers. With `--check`, writes nothing and exits with 1 if it is stale. */
const printed = printedSchema(buildSchema());
if (!process.argv.includes('--check')) {
  writeFileSync('schema.graphql', printed);
} else if (readFileSync('schema.graphql', 'utf8') !== printed) {
  console.error('schema.graphql is stale: run `npm run codegen` and read what changed in it.');
  process.exit(1);
}
