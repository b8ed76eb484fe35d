import type { TypedDocumentNode } from '@apollo/client';
import { ServerError, ServerParseError } from '@apollo/client/errors';
import { currentConnection, noteNoAnswer } from '../components/connection';
import { toast } from '../components/notice/toast';
import { client } from '../graphql/client';
import { errorCode, serverMessage } from '../graphql/graphErrors';
import { currentSession } from '../session';
import { isCutOff, loadStore } from './keptAnswers';
import { repeatRefusal } from './refusal';
import type { QueuedWrite } from './store';
import { noteWrites } from './waiting';

/** How long the answer to a write is awaited, in milliseconds. */
const PATIENCE_MS = 15_000;

/** What the user is told when a write was kept. */
export const WILL_BE_SENT = 'No connection. It will be sent when there is one.';

/** What the list of waiting writes says about one. */
export interface About {
  /** What it is, in the user's words: "Correction of ILCO: Honda CBR600RR (2007)". */
  label: string;
  /** The form in which it can be corrected. It gets the id of the write as `kept` (useKeptWrite). */
  edit?: string | undefined;
  /** The waiting write that this one replaces. */
  replaces?: string | undefined;
}

/** A new id for a write, made when its form opens. `crypto.randomUUID` is absent where the page did not come over HTTPS. */
export const newSentId = (): string =>
  crypto.randomUUID?.() ??
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16),
  );

type Sendable = { input: { sentId?: string | null | undefined } };

/**
 * Sends a mutation and returns its answer; without a connection, or if no answer comes, keeps it to be sent later and returns
 * 'kept' (docs/rules.md, "Offline"). Throws what the server refused, and the lost connection if nothing can be kept either.
 */
export async function sendOrKeep<D, V extends Sendable>(
  mutation: TypedDocumentNode<D, V>,
  variables: V,
  { label, edit, replaces }: About,
): Promise<D | 'kept'> {
  const userId = currentSession().user?.id;
  const sentId = variables.input.sentId ?? newSentId();
  const input = { ...variables.input, sentId };
  const write = { sentId, mutation, variables: { ...variables, input }, label, edit, madeAt: Date.now() };
  const { online } = currentConnection();
  const answer = online ? await answerTo<D>(write) : UNANSWERED;
  const { queueWrite, forgetWrite } = await loadStore();
  if (answer === UNANSWERED && !(await queueWrite(userId, online ? { ...write, triedAt: write.madeAt } : write)))
    throw new TypeError('There is no connection, and no storage.');
  if (replaces && replaces !== sentId) await forgetWrite(replaces);
  if (answer === UNANSWERED || replaces) await noteWrites();
  return answer === UNANSWERED ? 'kept' : answer;
}

const UNANSWERED = Symbol('unanswered');

/** The answer; UNANSWERED if none came, so that the write may have arrived or not. Throws what the server refused. */
async function answerTo<D>({ mutation, variables }: QueuedWrite): Promise<D | typeof UNANSWERED> {
  try {
    const { data } = await client.mutate({
      mutation,
      variables,
      context: { fetchOptions: { signal: AbortSignal.timeout(PATIENCE_MS) }, isSentAgain: true },
    });
    return data as D;
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    noteNoAnswer();
    return UNANSWERED;
  }
}

/** Whether no answer came from the product: none at all, or that of a proxy or of a network that asks to sign in. */
const isUnanswered = (error: unknown) =>
  isCutOff(error) ||
  error instanceof DOMException ||
  ServerParseError.is(error) ||
  (ServerError.is(error) && [502, 503, 504].includes(error.statusCode));

/** Refusals that are not about the write itself: it goes on waiting. */
const LATER = [
  'UNAUTHENTICATED',
  'PAYMENT_REQUIRED',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'TOO_MANY_REQUESTS',
];

/** Sends what waits, in order, each once; what the server refuses stays with its words. Several tabs do so one after another. */
export function sendWaiting(): Promise<void> {
  sending ??= alone(sendEach).finally(() => {
    sending = undefined;
  });
  return sending;
}
let sending: Promise<void> | undefined;

/** Sends a write again that was refused. */
export async function sendAgain({ refusal: _, triedAt: __, ...write }: QueuedWrite): Promise<void> {
  await (await loadStore()).queueWrite(currentSession().user?.id, write);
  await noteWrites();
  await sendWaiting();
}

const alone = (act: () => Promise<void>): Promise<void> =>
  // Absent where the page did not come over HTTPS.
  navigator.locks ? navigator.locks.request('waiting writes', act) : act();

async function sendEach() {
  const { queuedWrites, queueWrite, forgetWrite } = await loadStore();
  const { user } = currentSession();
  const sent: QueuedWrite[] = [];
  for (const write of await queuedWrites()) {
    // Another user's session must not send it.
    if (!user || currentSession().user?.id !== user.id) return;
    if (write.refusal) continue;
    const refusal = repeatRefusal(write, Date.now());
    if (refusal) {
      await queueWrite(user.id, { ...write, refusal });
      await noteWrites();
      continue;
    }
    try {
      if ((await answerTo(write)) === UNANSWERED) {
        if (!write.triedAt) await queueWrite(user.id, { ...write, triedAt: Date.now() });
        break;
      }
      await forgetWrite(write.sentId);
      sent.push(write);
    } catch (error) {
      if (LATER.includes(errorCode(error) ?? '')) break;
      await queueWrite(user.id, { ...write, refusal: serverMessage(error) ?? 'The server did not accept it.' });
    }
    await noteWrites();
  }
  if (sent.length === 0) return;
  toast(sent.length === 1 ? `Sent: ${sent[0]?.label}` : `${sent.length} that waited were sent.`);
  // What they changed may be on the screen.
  await client.refetchQueries({ include: 'active' });
}
