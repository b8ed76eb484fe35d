import type { TypedDocumentNode } from '@apollo/client';
import { getMainDefinition } from '@apollo/client/utilities';
import type { DocumentNode } from 'graphql';
import { useMemo } from 'react';
import { loadStore } from './keptAnswers';
import { sharedList } from './sharedList';

const waiting = sharedList('waiting writes', async () => (await loadStore()).queuedWrites());

/** The writes have changed. */
export const noteWrites = waiting.note;

/** What waits to be sent, in the order in which it was written; undefined until it is read. */
export const useWaiting = waiting.useList;

const nameOf = (document: DocumentNode) => getMainDefinition(document).name?.value;

/** What waits to be sent with one mutation: the input, and why the server did not accept it, if it did not. */
export function useWaitingInputs<V extends { input: object }>(mutation: TypedDocumentNode<unknown, V>) {
  const writes = useWaiting();
  return useMemo(
    () =>
      (writes ?? [])
        .filter((write) => nameOf(write.mutation) === nameOf(mutation))
        .map(({ sentId, variables, refusal }) => ({ sentId, refusal, input: variables.input as V['input'] })),
    [writes, mutation],
  );
}
