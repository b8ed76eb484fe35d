import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { blanks } from '../../catalogue/keyData';
import {
  DeleteOwnValueDocument,
  type KeyDataField,
  type OwnValueFragment,
  OwnValuesDocument,
  SaveOwnValueDocument,
} from '../../graphql/generated/ownValues';
import { errorCode } from '../../graphql/graphErrors';
import { useForgetFields } from '../../graphql/useForgetFields';
import { useRead } from '../../graphql/useRead';
import { useSession } from '../../session';

/** The company's own value for a field of a sheet. */
export function useOwnValue(modelId: string, field: string) {
  const { cache, mutate } = useApolloClient();
  const { user } = useSession();
  const isKept = Boolean(user && !user.isAdmin);
  const query = { query: OwnValuesDocument, variables: { modelId } };
  // The sheet has loaded them already.
  const { data, refetch } = useRead(OwnValuesDocument, { variables: { modelId }, skip: !isKept });
  const values = data?.ownValues ?? [];
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
  const write = async (send: () => Promise<OwnValueFragment[]>) => {
    try {
      show(await send());
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
    keep: (value: string) =>
      write(async () => {
        const text = `${field} ${value}`;
        if (sent.current.text !== text) sent.current = { text, id: crypto.randomUUID() };
        const about = { modelId, field: field as KeyDataField, sentId: sent.current.id };
        const input = { ...about, value, version: kept?.version ?? 0 };
        const { data: saved } = await mutate({ mutation: SaveOwnValueDocument, variables: { input } });
        return saved ? [saved.saveOwnValue] : [];
      }),
    remove: ({ id, version }: OwnValueFragment) =>
      write(async () => {
        await mutate({ mutation: DeleteOwnValueDocument, variables: { input: { id, version } } });
        return [];
      }),
  };
}
