import { ApolloLink } from '@apollo/client';
import { Observable, type Observer, type Subscription, tap } from 'rxjs';
import {
  currentConnection,
  isReachable,
  noteAnswer,
  noteKeptAnswer,
  noteNoAnswer,
  onConnectionChange,
} from '../components/connection';
import { client } from '../graphql/client';
import { currentSession } from '../session';
import './wipe';

type Store = typeof import('./store');

let store: Store | undefined;

/** Loads the store (store.ts), which the first page must not wait for. */
export const loadStore = (): Promise<Store> => import('./store').then((loaded) => (store = loaded));

/** How long an answer that is kept waits for a newer one, in milliseconds: in a cellar, a request may stay open for minutes. */
const PATIENCE_MS = 3_000;
/** Doubled each time, so that a slow server is waited for in the end. */
let patience = PATIENCE_MS;

/** Whether no answer came at all; an error of the server is an answer. */
export const isCutOff = (error: unknown) => error instanceof TypeError;

const keptAnswer = ({ operationName, variables }: ApolloLink.Operation) =>
  loadStore().then(({ kept }) => kept(operationName, variables));

/** Notes whether the server has answered. */
const noting = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap({
      next() {
        patience = PATIENCE_MS;
        noteAnswer(operation.getContext().response?.headers.get('date') ?? null);
      },
      error(error) {
        // One request may fail by itself. If the server were found at once, a write that waits would be sent again without a pause.
        if (isCutOff(error) && !operation.getContext().isSentAgain) void isReachable();
      },
    }),
  ),
);

/**
 * Answers queries from the store if the network does not, and keeps answers: to queries with `context: { keep: true }`, and
 * to all that are kept already.
 */
const keptAnswers = new ApolloLink((operation, forward) => {
  if (operation.operationType !== 'query') return forward(operation);
  const { operationName, variables } = operation;
  const beganOffline = !currentConnection().online;
  const userId = currentSession().user?.id;
  operation.setContext({ beganOffline });
  return new Observable<ApolloLink.Result>((observer) => {
    let isDone = false;
    /** True if there was a kept answer. */
    const answerWithKept = async () => {
      const answer = await keptAnswer(operation).catch(() => undefined);
      if (isDone || !answer) return isDone;
      isDone = true;
      network?.unsubscribe();
      if (!beganOffline) noteNoAnswer();
      noteKeptAnswer(answer.savedAt);
      observer.next({ data: answer.data });
      observer.complete();
      return true;
    };
    const losePatience = async () => {
      if (!(await answerWithKept())) return;
      patience *= 2;
      // If the server is only slow, what is shown is read again.
      void isReachable();
    };
    let timer: ReturnType<typeof setTimeout>;
    let network: Subscription | undefined;
    const ask = () => {
      if (!beganOffline) timer = setTimeout(losePatience, patience);
      network = forward(operation).subscribe(answering);
    };
    const answering: Partial<Observer<ApolloLink.Result>> = {
      next(result) {
        clearTimeout(timer);
        if (isDone) return;
        const mustKeep = operation.getContext().keep === true || store?.isKept(operationName, variables);
        if (mustKeep && result.data && !result.errors)
          void loadStore().then(({ keep }) =>
            keep(userId, operationName, variables, result.data as Record<string, unknown>),
          );
        observer.next(result);
      },
      async error(error) {
        clearTimeout(timer);
        if (isCutOff(error) && !beganOffline && (await answerWithKept())) return;
        if (!isDone) observer.error(error);
      },
      complete() {
        if (!isDone) observer.complete();
        isDone = true;
      },
    };
    if (!beganOffline) ask();
    // A request that fails would only take time from the first screen.
    else void answerWithKept().then((isAnswered) => isAnswered || ask());
    return () => {
      isDone = true;
      clearTimeout(timer);
      network?.unsubscribe();
    };
  });
});

// Members' pages only: those of visitors load the client for a form or two.
client.setLink(ApolloLink.from([keptAnswers, noting, client.link]));

let wasOnline = currentConnection().online;
if (!wasOnline) {
  noteNoAnswer();
  // Ready by the time when the first screen asks.
  loadStore().then(
    ({ openStore }) => openStore(),
    () => {},
  );
}
let lastRefusal: string | null = null;
onConnectionChange(() => {
  const { online, refusal } = currentConnection();
  // What was kept, or failed, is read again.
  if (online && !wasOnline) client.refetchObservableQueries().catch(() => {});
  // What may not be shown any more must not stay on the screen either.
  if (refusal && refusal !== lastRefusal) client.resetStore().catch(() => {});
  wasOnline = online;
  lastRefusal = refusal;
});
