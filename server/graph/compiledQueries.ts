import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';

/** The errors of a compiled query as graphql-js would make them. */
export const asErrors = (errors: readonly GraphQLError[] | undefined) =>
  errors?.map(({ message, path, originalError }) => new GraphQLError(message, { path, originalError }));

/** Errors of variables have no path, because no resolver ran. graphql-js is left to report them: its messages are better. */
export const hasWrongVariables = ({ errors }: Pick<ExecutionResult, 'errors'>) =>
  errors?.some(({ path }) => !path) ?? false;

/**
 * Whether a document has a string literal. graphql-jit writes string literals into the code that it generates, where a
 * crafted one would run as code (docs/decisions/0083).
 */
export function hasText(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    StringValue() {
      found = true;
      return BREAK;
    },
  });
  return found;
}

type Gateway = ApolloServerOptionsWithGateway<object>['gateway'];

/** A query is compiled on its nth request: compiling it costs about as much as executing it fifty times. */
const COMPILED_FROM = 20;
/** So many compiled queries are kept. A compiled query can be a hundred times as large as its text. */
const MOST_COMPILED = 200;

/** How often each operation of a document was requested. */
type Asked = Map<string | null, number>;

/**
 * Executes operations for Apollo Server, which accepts a custom executor only as a gateway. Frequent queries are
 * compiled to functions (docs/performance.md, "The graph"); graphql-js executes all others.
 */
export function compilingGateway(schema: GraphQLSchema): Gateway {
  // Apollo Server caches parsed documents: the same text yields the same object, until it is evicted.
  const asked = new WeakMap<DocumentNode, Asked>();
  const compiled = new LRUCache<OperationDefinitionNode, CompiledQuery>({ max: MOST_COMPILED });

  function compiledFor(document: DocumentNode, operation: OperationDefinitionNode, name: string | null) {
    const known = compiled.get(operation);
    if (known) return known;
    const ofDocument: Asked = asked.get(document) ?? new Map();
    asked.set(document, ofDocument);
    const times = (ofDocument.get(name) ?? 0) + 1;
    ofDocument.set(name, times);
    if (times % COMPILED_FROM !== 0 || hasText(document)) return undefined;
    const result = compileQuery(schema, document, name ?? undefined);
    // If it cannot be compiled, graphql-js keeps executing it.
    if (isCompiledQuery(result)) compiled.set(operation, result);
    return undefined;
  }

  return {
    async load() {
      return {
        // If the operation's name is unknown, graphql-js returns its error.
        async executor({ document, operation, request, context }) {
          const { variables: variableValues = {}, operationName = null } = request;
          const isQuery = operation?.operation === OperationTypeNode.QUERY;
          const compiled = isQuery ? compiledFor(document, operation, operationName) : undefined;
          const result = await compiled?.query({}, context, variableValues);
          if (result && !hasWrongVariables(result)) {
            const errors = asErrors(result.errors);
            return { data: result.data ?? null, ...(errors && { errors }) };
          }
          return execute({ schema, document, contextValue: context, variableValues, operationName });
        },
      };
    },
    onSchemaLoadOrUpdate(tell) {
      tell({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => {};
    },
    async stop() {},
  };
}
