import { basename } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * One file of types, documents and hooks a `.graphql` file, so that a route loads what it asks for only: a locksmith's
 * lookup does without the back-office's documents.
 */
const documents = [
  'accounts/accounts',
  'accounts/clients/clients',
  'accounts/sessions/sessions',
  'accounts/users/users',
  'catalogue/catalogue',
  'catalogue/backOffice',
  'catalogue/import/imports',
  'feedback/feedback',
  'feedback/inbox',
  'feedback/openCorrections',
  'logs/logs',
  'payments/payments',
  'payments/history',
];
const out = 'client/graphql/generated';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  config: {
    scalars: { ID: 'string', DateTime: 'string', LocalDate: 'string', Upload: 'File' },
    enumType: 'string-literal',
    useTypeImports: true,
    arrayInputCoercion: false,
  },
  generates: {
    ...Object.fromEntries(
      documents.map((path) => [
        `${out}/${basename(path)}.ts`,
        {
          documents: `client/${path}.graphql`,
          plugins: ['typescript-operations', 'typed-document-node', './client/graphql/hooksPlugin.cjs'],
        },
      ]),
    ),
    [`${out}/possibleTypes.ts`]: { plugins: ['fragment-matcher'] },
    [`${out}/cacheTypes.ts`]: { plugins: ['typescript-apollo-client-helpers'] },
  },
};

export default config;
