import { ApolloLink } from '@apollo/client';
import { finalize, from, switchMap, throwError } from 'rxjs';
import { currentSession } from '../session';

/** Resolves once the latest mutation of this name has been answered. */
const answered = new Map<string, Promise<void>>();

/**
 * Sends mutations of the same name one after another, each when the one before was answered. So the last answer, which the cache
 * and the screen keep, is the newest: the count after five quick scans, or the unit that was chosen last. A mutation
 * that still waits when the user changes is not sent: it would be sent in the next user's name. Uploads stay parallel.
 */
export const inOrder = new ApolloLink((operation, forward) => {
  const { operationName = '', operationType } = operation;
  if (operationType !== 'mutation' || operation.getContext().isUpload) return forward(operation);
  const userId = currentSession().user?.id;
  const isOfUser = () => currentSession().user?.id === userId;
  const before = answered.get(operationName) ?? Promise.resolve();
  let release = () => {};
  const mine = new Promise<void>((resolve) => {
    release = resolve;
  });
  answered.set(
    operationName,
    before.then(() => mine),
  );
  return from(before).pipe(
    switchMap(() => (isOfUser() ? forward(operation) : throwError(() => new Error('The user has changed.')))),
    finalize(release),
  );
});
