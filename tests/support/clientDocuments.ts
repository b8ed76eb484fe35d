import type { DocumentNode } from 'graphql';

const generated = import.meta.glob<Record<string, DocumentNode>>('../../client/graphql/generated/*.ts', {
  eager: true,
});

/** Every document of the client, by name. */
export const clientDocuments = Object.values(generated).flatMap((exports) =>
  Object.entries(exports).filter(([name]) => name.endsWith('Document')),
);
