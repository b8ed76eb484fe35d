import { ApolloLink } from '@apollo/client';
import { finalize, from, switchMap } from 'rxjs';

/** Resolves once the latest mutation of this name has been answered. */
const answered = new Map<string, Promise<void>>();

/**
 * Sends mutations of the same name one after another, each when the one before was answered. So the last answer, which the cache
 * and the screen keep, is the newest: the count after five quick scans, or the unit that was chosen last. Uploads stay parallel.
 */
export const inOrder = new ApolloLink((operation, forward) => {
  const { operationName = '', operationType } = operation;
  if (operationType !== 'mutation' || operation.getContext().isUpload) return forward(operation);
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
    switchMap(() => forward(operation)),
    finalize(release),
  );
});
