import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { blanks, keyDatum } from '../../../catalogue/keyData';
import {
  DeleteOwnValueDocument,
  type KeyDataField,
  type OwnValueFragment,
  OwnValuesDocument,
  SaveOwnValueDocument,
} from '../../../graphql/generated/ownValues';
import { errorCode } from '../../../graphql/graphErrors';
import { useForgetFields } from '../../../graphql/useForgetFields';
import { useRead } from '../../../graphql/useRead';
import { newSentId, sendOrKeep } from '../../../offline/send';
import { useWaitingInputs } from '../../../offline/waiting';
import { useSession } from '../../../session';

/** The company's own value for a field of a sheet. */
export function useOwnValue(modelId: string, field: string) {
  const { cache, mutate } = useApolloClient();
  const { user } = useSession();
  const isKept = Boolean(user && !user.isAdmin);
  const query = { query: OwnValuesDocument, variables: { modelId } };
  // The sheet has loaded them already.
  const { data, refetch } = useRead(OwnValuesDocument, { variables: { modelId }, skip: !isKept });
  const values = data?.ownValues ?? [];
  const waiting = useWaitingInputs(SaveOwnValueDocument).find(
    ({ input }) => input.modelId === modelId && input.field === field,
  );
  const kept = values.find((one) => one.field === field);
  /** The last write: the same text is sent again with the same id, and another text is another write. */
  const sent = useRef({ text: '', id: '' });

  const forget = useForgetFields();
  const show = (saved: OwnValueFragment[]) => {
    const others = values.filter((one) => one.field !== field);
    cache.updateQuery(query, () => ({ ownValues: [...others, ...saved] }));
    // The van is asked for the blanks that the sheet shows.
    forget(['ownSheets', ...(blanks.some((blank) => blank.field === field) ? ['vanBlanksFor'] : [])]);
  };
  const write = async (send: () => Promise<OwnValueFragment[] | 'kept'>) => {
    try {
      const saved = await send();
      if (saved !== 'kept') show(saved);
      return saved;
    } catch (error) {
      // Then the dialog shows what a colleague has made of it.
      if (errorCode(error) === 'CONFLICT' || errorCode(error) === 'NOT_FOUND') refetch().catch(() => {});
      throw error;
    }
  };
  return {
    /** Whether the user's company keeps own values. */
    isKept,
    kept,
    /** What the company will have once it is sent. */
    waiting: waiting?.input.value,
    /** 'kept' if it waits for a connection. */
    keep: (value: string) =>
      write(async () => {
        const text = `${field} ${value}`;
        if (sent.current.text !== text) sent.current = { text, id: newSentId() };
        const about = { modelId, field: field as KeyDataField, sentId: sent.current.id };
        const input = { ...about, value, version: kept?.version ?? 0 };
        const saved = await sendOrKeep(
          SaveOwnValueDocument,
          { input },
          {
            label: `Our value of ${keyDatum(field)?.label ?? field}: ${value}`,
            edit: location.pathname + location.search,
            // A later value for the same field takes the place of one that still waits.
            replaces: waiting?.sentId,
          },
        );
        return saved === 'kept' ? saved : [saved.saveOwnValue];
      }),
    remove: ({ id, version }: OwnValueFragment) =>
      write(async () => {
        await mutate({ mutation: DeleteOwnValueDocument, variables: { input: { id, version } } });
        return [];
      }),
  };
}
