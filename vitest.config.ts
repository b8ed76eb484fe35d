import { defineConfig } from 'vitest/config';

// The one file that the packages outside load too: graphql refuses types of a second copy.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

const project = (name: string, include: string[], exclude: string[] = []) => ({
  resolve,
  test: {
    name,
    include,
    exclude,
    setupFiles: ['reflect-metadata'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second, the default, is little for a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});

export default defineConfig({
  resolve,
  test: {
    // Once for all projects: one PostgreSQL, and the templates that each file copies its database from.
    globalSetup: ['tests/support/postgres.ts', 'tests/support/templates.ts'],
    // Two cores: a third file at once only makes each slower.
    maxWorkers: 2,
    projects: [project('server', ['tests/**/*.test.ts'], ['tests/e2e/**']), project('e2e', ['tests/e2e/**/*.test.ts'])],
  },
});
