import { basename } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Generates one file of types and documents per `.graphql` file, so a route loads only its own operations: a
 * locksmith's lookup does not load the back-office documents. Shared fragments follow the files that spread them.
 */
const documents = [
  ['accounts/accounts'],
  ['accounts/clients/clients', 'accounts/clients/clientRecord'],
  ['accounts/clients/desk/clientDesk', 'accounts/clients/clientRecord'],
  ['accounts/sessions/sessions'],
  ['accounts/users/users'],
  ['accounts/views/views'],
  ['catalogue/catalogue', 'catalogue/modelLine', 'catalogue/keyData'],
  ['catalogue/backOffice', 'catalogue/keyData'],
  ['catalogue/recents', 'catalogue/modelLine'],
  ['catalogue/import/imports'],
  ['catalogue/jump/jump'],
  ['catalogue/aliases/aliases'],
  ['feedback/feedback'],
  ['feedback/inbox', 'catalogue/keyData'],
  ['feedback/openCorrections'],
  ['logs/logs'],
  ['logs/access/access'],
  ['overview/overview'],
  ['payments/payments'],
  ['payments/history/history'],
] as const;
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
      documents.map(([path, ...shared]) => [
        `${out}/${basename(path)}.ts`,
        {
          documents: [path, ...shared].map((name) => `client/${name}.graphql`),
          plugins: ['typescript-operations', 'typed-document-node'],
        },
      ]),
    ),
    [`${out}/possibleTypes.ts`]: { plugins: ['fragment-matcher'] },
    [`${out}/cacheTypes.ts`]: { plugins: ['typescript-apollo-client-helpers'] },
  },
};

export default config;
