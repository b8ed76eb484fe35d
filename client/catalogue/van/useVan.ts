import { useApolloClient } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import {
  DeleteVanBlankDocument,
  SaveVanBlanksDocument,
  type VanBlankInput,
  type VanBlankLineFragment,
} from '../../graphql/generated/van';
import { errorCode, fieldErrors, serverMessage } from '../../graphql/graphErrors';
import { useForgetFields } from '../../graphql/useForgetFields';
import { newSentId } from '../../offline/send';

type Blanks = readonly VanBlankLineFragment[];

/** A change that has not reached the server, or whose answer has not come. */
interface Unsent {
  /** Sent again with it, the change is done once. */
  sentId: string;
  changes: VanBlankInput[];
  done: (blanks: Blanks | null) => void;
}

/** What the answer will be, where the blanks are known. */
const expected = (changes: VanBlankInput[], known: Blanks) => {
  const blanks = changes.map(({ add, count }, at) => {
    const blank = known[at] as VanBlankLineFragment;
    return { __typename: 'VanBlank', ...blank, count: count ?? blank.count + (add ?? 0) };
  });
  return { saveVanBlanks: { __typename: 'SavedVanBlanks', blanks } };
};

/** What the server says about a change that it refuses for good; null if it may be sent again. */
function refusalOf(error: unknown): string | null {
  const messages = Object.values(fieldErrors(error)).flat();
  if (messages.length > 0) return messages.join(', ');
  return errorCode(error) === 'CONFLICT' ? (serverMessage(error) ?? null) : null;
}

/**
 * Changes the counts in the van. A change that gets no answer waits in `unsent` until `retry` sends it again; what the server
 * refuses is in `refusal`, until the next change. `reread` reads the list that is shown.
 */
export function useVan(reread?: () => Promise<unknown>) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** After a blank has come or gone. A list that is being read already would not be read again just for being forgotten. */
  const forgetLists = useCallback(() => {
    forget(['vanBlanksFor']);
    reread?.().catch(() => {});
  }, [forget, reread]);

  const send = async (one: Unsent, known?: Blanks) => {
    try {
      const { data } = await mutate({
        mutation: SaveVanBlanksDocument,
        variables: { input: { sentId: one.sentId, blanks: one.changes } },
        ...(known && { optimisticResponse: expected(one.changes, known) }),
      });
      const blanks = data?.saveVanBlanks.blanks ?? [];
      if (blanks.some(({ version }) => version === 1)) forgetLists();
      one.done(blanks);
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === null) return setUnsent((others) => [...others, one]);
      setRefusal(refused);
      forgetLists();
      one.done(null);
    }
  };

  return {
    unsent: unsent.flatMap(({ changes }) => changes),
    refusal,
    /** Resolves with the changed blanks, or with null if they are refused. `known` are the same blanks as they are shown. */
    save: (changes: VanBlankInput[], known?: Blanks) => {
      setRefusal(null);
      return new Promise<Blanks | null>((done) => void send({ sentId: newSentId(), changes, done }, known));
    },
    retry: async () => {
      setUnsent([]);
      for (const one of unsent) await send(one);
    },
    /** Takes a blank off the list; throws if it cannot. With `version`, only if nobody has changed it since. */
    remove: useCallback(
      async ({ id, version }: { id: string; version?: number }) => {
        await mutate({ mutation: DeleteVanBlankDocument, variables: { input: { id, ...(version && { version }) } } });
        forgetLists();
      },
      [mutate, forgetLists],
    ),
    /** For what has changed the list by another way. */
    forgetLists,
  };
}
