import { ApolloLink } from '@apollo/client';
import { Observable, tap } from 'rxjs';
import { currentConnection, isReachable, noteKeptAnswer, noteNoAnswer } from '../components/connection';

type Store = typeof import('./store');

let store: Store | undefined;

/** Loads the store (store.ts), which the first page must not wait for. */
export const loadStore = (): Promise<Store> => import('./store').then((loaded) => (store = loaded));

/** How long an answer that is kept waits for a newer one, in milliseconds: in a cellar, a request may stay open for minutes. */
const PATIENCE_MS = 3_000;

/** Whether no answer came at all; an error of the server is an answer. */
export const isCutOff = (error: unknown) => error instanceof TypeError;

const keptAnswer = ({ operationName, variables }: ApolloLink.Operation) =>
  loadStore().then(({ kept }) => kept(operationName, variables));

/**
 * Answers queries from the store if the network does not, and keeps answers: to queries with `context: { keep: true }`, and
 * to all that are kept already.
 */
export const keptAnswers = new ApolloLink((operation, forward) => {
  const cutOff = (error: unknown) => {
    if (isCutOff(error)) noteNoAnswer();
  };
  if (operation.operationType !== 'query') return forward(operation).pipe(tap({ error: cutOff }));
  const { operationName, variables } = operation;
  const beganOffline = !currentConnection().online;
  operation.setContext({ beganOffline });
  return new Observable<ApolloLink.Result>((observer) => {
    let isDone = false;
    const answerWithKept = async (otherwise?: () => void) => {
      const answer = await keptAnswer(operation).catch(() => undefined);
      if (isDone) return;
      if (!answer) return otherwise?.();
      isDone = true;
      network.unsubscribe();
      noteNoAnswer();
      noteKeptAnswer(answer.savedAt);
      observer.next({ data: answer.data });
      observer.complete();
      // If the server is only slow, what is shown is read again.
      void isReachable();
    };
    const patience = setTimeout(answerWithKept, beganOffline ? 0 : PATIENCE_MS);
    const network = forward(operation).subscribe({
      next(result) {
        clearTimeout(patience);
        if (isDone) return;
        const mustKeep = operation.getContext().keep === true || store?.isKept(operationName, variables);
        if (mustKeep && result.data && !result.errors)
          void loadStore().then(({ keep }) => keep(operationName, variables, result.data as Record<string, unknown>));
        observer.next(result);
      },
      error(error) {
        clearTimeout(patience);
        if (isDone) return;
        cutOff(error);
        if (isCutOff(error)) void answerWithKept(() => observer.error(error));
        else observer.error(error);
      },
      complete() {
        if (!isDone) observer.complete();
        isDone = true;
      },
    });
    return () => {
      isDone = true;
      clearTimeout(patience);
      network.unsubscribe();
    };
  });
});
