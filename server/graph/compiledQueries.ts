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

/** Wrong variables have no path, and no resolver ran: graphql-js says best what is wrong with them. */
export const hasWrongVariables = ({ errors }: Pick<ExecutionResult, 'errors'>) =>
  errors?.some(({ path }) => !path) ?? false;

type Gateway = ApolloServerOptionsWithGateway<object>['gateway'];

/** A query is compiled when it is asked for the nth time: compiling one costs as much as executing it some fifty times. */
const COMPILED_FROM = 20;

/** What is known of a document: how often each of its operations was asked for, and those that are compiled. */
type Plans = Map<string | null, { asked: number; compiled?: CompiledQuery | undefined }>;

/**
 * Executes operations for Apollo Server, which takes an executor only as a gateway. Queries that are asked often are
 * compiled to functions (docs/performance.md, "The graph"); all others are executed by graphql-js.
 */
export function compilingGateway(schema: GraphQLSchema): Gateway {
  // Apollo Server gives equal texts the same document, and drops the least used ones.
  const plans = new WeakMap<DocumentNode, Plans>();

  function compiled(document: DocumentNode, operationName: string | null): CompiledQuery | undefined {
    const ofDocument: Plans = plans.get(document) ?? new Map();
    plans.set(document, ofDocument);
    const plan = ofDocument.get(operationName) ?? { asked: 0 };
    ofDocument.set(operationName, plan);
    if (++plan.asked === COMPILED_FROM) {
      const result = compileQuery(schema, document, operationName ?? undefined);
      // If it cannot be compiled, graphql-js goes on to execute it.
      plan.compiled = isCompiledQuery(result) ? result : undefined;
    }
    return plan.compiled;
  }

  return {
    async load() {
      return {
        // Without an operation (an unknown name), graphql-js answers with its error.
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
