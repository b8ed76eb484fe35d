import type { CodegenConfig } from '@graphql-codegen/cli';

/** One file of types, documents and hooks a room, so that a route loads its own room's documents only. */
const rooms = ['accounts', 'catalogue'];
const out = 'client/graphql/generated';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  config: {
    scalars: { ID: 'string', DateTime: 'string', LocalDate: 'string' },
    enumType: 'string-literal',
    useTypeImports: true,
    arrayInputCoercion: false,
  },
  generates: {
    ...Object.fromEntries(
      rooms.map((room) => [
        `${out}/${room}.ts`,
        {
          documents: `client/${room}/*.graphql`,
          plugins: ['typescript-operations', 'typed-document-node', './client/graphql/hooksPlugin.cjs'],
        },
      ]),
    ),
    [`${out}/possibleTypes.ts`]: { plugins: ['fragment-matcher'] },
    [`${out}/cacheTypes.ts`]: { plugins: ['typescript-apollo-client-helpers'] },
  },
};

export default config;
