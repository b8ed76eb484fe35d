import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { InMemoryCache } from '@apollo/client';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, getOperationAST, OperationTypeNode, print } from 'graphql';

/**
 * Generates one file of types and documents per `.graphql` file, so a route loads only its own operations: a
 * locksmith's lookup does not load the back-office documents. Shared fragments follow the files that spread them.
 */
const documents = [
  ['accounts/accounts'],
  ['accounts/apiTokens/apiTokens'],
  ['accounts/clients/clients', 'accounts/clients/clientRecord'],
  ['accounts/clients/desk/clientDesk', 'accounts/clients/clientRecord'],
  ['accounts/secondFactor/secondFactor'],
  ['accounts/sessions/sessions'],
  ['accounts/users/users'],
  ['accounts/views/views'],
  ['catalogue/catalogue', 'catalogue/modelLine', 'catalogue/keyData'],
  ['catalogue/backOffice', 'catalogue/keyData'],
  ['catalogue/company/ownValues'],
  ['catalogue/company/notes'],
  ['catalogue/company/ownSheets', 'catalogue/company/ownValues'],
  ['catalogue/evidence/evidence'],
  ['catalogue/recents', 'catalogue/modelLine', 'catalogue/keyData'],
  ['catalogue/kept'],
  ['catalogue/identify/identify'],
  ['catalogue/drawing/lengthUnit'],
  ['catalogue/import/imports'],
  ['catalogue/systems/suggested/suggested'],
  ['catalogue/import/systems/systemImport'],
  ['catalogue/jump/jump'],
  ['catalogue/news/news'],
  ['catalogue/news/newsOfPins'],
  ['catalogue/aliases/aliases'],
  ['catalogue/systems/systems'],
  ['catalogue/van/van'],
  ['feedback/feedback'],
  ['feedback/inbox', 'catalogue/keyData'],
  ['feedback/openCorrections'],
  ['integrations/webhooks/webhooks'],
  ['integrations/queries/queries'],
  ['logs/logs'],
  ['logs/access/access'],
  ['overview/overview'],
  ['payments/payments'],
  ['payments/reminders'],
  ['payments/client/payees'],
  ['payments/history/history'],
] as const;
const out = 'client/graphql/generated';

const cache = new InMemoryCache();
/** The texts of the client's queries, by the ids that the client sends instead. */
const queries: Record<string, string> = {};

/** Gives a query its id (docs/performance.md, "The graph"). */
function known(document: DocumentNode) {
  if (getOperationAST(document)?.operation !== OperationTypeNode.QUERY) return undefined;
  const text = print(cache.transformDocument(document));
  const id = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  queries[id] = text;
  return { id };
}

const config: CodegenConfig = {
  schema: 'schema.graphql',
  config: {
    scalars: { ID: 'string', DateTime: 'string', LocalDate: 'string', Upload: 'File', JSON: 'unknown' },
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
          plugins: ['typescript-operations', { 'typed-document-node': { unstable_onExecutableDocumentNode: known } }],
        },
      ]),
    ),
    [`${out}/possibleTypes.ts`]: { plugins: ['fragment-matcher'] },
    [`${out}/cacheTypes.ts`]: { plugins: ['typescript-apollo-client-helpers'] },
  },
  hooks: { beforeDone: () => writeFileSync(`${out}/queries.json`, JSON.stringify(queries, null, 1)) },
};

export default config;
