import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLFormattedError, Kind, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../context';
import { CODES, type ErrorCode } from '../errors';
import { currentRequest } from '../observe/currentRequest';

/** Records the operation for the log, the metrics and the traces. The document is valid, so the field is in the schema. */
export function noteOperation(operation: OperationDefinitionNode | null | undefined): void {
  const graph = currentRequest()?.graph;
  const first = operation?.selectionSet.selections[0];
  if (graph && first?.kind === Kind.FIELD) graph.field = first.name.value;
}

/** Records the outcome: the status of the first error, if any. */
export function noteErrors(errors: readonly GraphQLFormattedError[] | undefined): void {
  const graph = currentRequest()?.graph;
  const code = errors?.[0]?.extensions?.code;
  if (graph && code) graph.status = CODES[code as ErrorCode]?.[0] ?? 400;
}

export const observeOperation: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        noteOperation(operation);
      },
      async willSendResponse({ response: { body } }) {
        if (body.kind === 'single') noteErrors(body.singleResult.errors);
      },
    };
  },
};
