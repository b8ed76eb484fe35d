import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';

/** The errors of a compiled query as graphql-js would make them. */
export const asErrors = (errors: readonly GraphQLError[] | undefined) =>
  errors?.map(({ message, path, originalError }) => new GraphQLError(message, { path, originalError }));

/** Errors of variables have no path, because no resolver ran. graphql-js is left to report them: its messages are better. */
export const hasWrongVariables = ({ errors }: Pick<ExecutionResult, 'errors'>) =>
  errors?.some(({ path }) => !path) ?? false;

type Gateway = ApolloServerOptionsWithGateway<object>['gateway'];

/** A query is compiled on its nth request: compiling it costs about as much as executing it fifty times. */
const COMPILED_FROM = 20;

/** For each operation of a document: how often it was requested, and its compiled form if there is one. */
type Plans = Map<string | null, { asked: number; compiled?: CompiledQuery | undefined }>;

/**
 * Executes operations for Apollo Server, which accepts a custom executor only as a gateway. Frequent queries are
 * compiled to functions (docs/performance.md, "The graph"); graphql-js executes all others.
 */
export function compilingGateway(schema: GraphQLSchema): Gateway {
  // Apollo Server caches parsed documents: the same text yields the same object, until it is evicted.
  const plans = new WeakMap<DocumentNode, Plans>();

  function compiled(document: DocumentNode, operationName: string | null): CompiledQuery | undefined {
    const ofDocument: Plans = plans.get(document) ?? new Map();
    plans.set(document, ofDocument);
    const plan = ofDocument.get(operationName) ?? { asked: 0 };
    ofDocument.set(operationName, plan);
    if (++plan.asked === COMPILED_FROM) {
      const result = compileQuery(schema, document, operationName ?? undefined);
      // If it cannot be compiled, graphql-js keeps executing it.
      plan.compiled = isCompiledQuery(result) ? result : undefined;
    }
    return plan.compiled;
  }

  return {
    async load() {
      return {
        // If the operation's name is unknown, graphql-js returns its error.
        async executor({ document, operation, request, context }) {
          const { variables: variableValues = {}, operationName = null } = request;
          const query =
            operation?.operation === OperationTypeNode.QUERY ? compiled(document, operationName) : undefined;
          const result = await query?.query({}, context, variableValues);
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
