import { useApolloClient } from '@apollo/client/react';
import { toast } from '../../components/notice/toast';
import {
  type CompanyNoteFragment,
  CompanyNotesDocument,
  DeleteCompanyNoteDocument,
  SaveCompanyNoteDocument,
  type SaveCompanyNoteInput,
} from '../../graphql/generated/notes';
import { useRead } from '../../graphql/useRead';
import { sendOrKeep, WILL_BE_SENT } from '../../offline/send';
import { useWaitingInputs } from '../../offline/waiting';
import { paths } from '../../paths';

/** A bike of the catalogue, or an own sheet. */
export type Bike = { modelId: string } | { sheetId: string };

/** A note that waits to be sent, or was refused. */
export interface WaitingNote {
  sentId: string;
  text: string;
  refusal?: string | undefined;
  /** Of the note that it changes. */
  id?: string | null | undefined;
  version?: number | null | undefined;
}

/** What a form changes: a note, or one that waits; neither for a new one. */
export interface Changed {
  note?: CompanyNoteFragment | undefined;
  waiting?: WaitingNote | undefined;
}

/** The notes of the user's company on a bike. */
export function useNotes(bike: Bike) {
  const { cache, mutate } = useApolloClient();
  const { data, error, refetch } = useRead(CompanyNotesDocument, {
    variables: bike,
    fetchPolicy: 'cache-and-network',
  });
  const notes = data?.companyNotes;
  const isHere = (input: SaveCompanyNoteInput) =>
    'modelId' in bike && input.modelId
      ? input.modelId === bike.modelId
      : 'sheetId' in bike && input.sheetId
        ? input.sheetId === bike.sheetId
        : notes?.some(({ id }) => id === input.id);
  const waiting = useWaitingInputs(SaveCompanyNoteDocument).filter(({ input }) => isHere(input));
  const change = (to: (notes: CompanyNoteFragment[]) => CompanyNoteFragment[]) =>
    cache.updateQuery({ query: CompanyNotesDocument, variables: bike }, (read) => ({
      companyNotes: to(read?.companyNotes ?? []),
    }));
  return {
    notes,
    error: data ? undefined : error,
    retry: () => void refetch(),
    waiting: waiting.map(({ sentId, input, refusal }) => ({
      sentId,
      refusal,
      text: input.text,
      id: input.id,
      version: input.version,
    })),
    save: async (text: string, sentId: string, { note, waiting }: Changed) => {
      const id = note?.id ?? waiting?.id;
      const input = { ...(id ? { id, version: note?.version ?? waiting?.version } : bike), text, sentId };
      const saved = await sendOrKeep(
        SaveCompanyNoteDocument,
        { input },
        {
          label: `Note: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`,
          edit: location.pathname + location.search,
          replaces: waiting?.sentId,
        },
      );
      if (saved === 'kept') return toast(WILL_BE_SENT, paths.offline);
      // A changed note is in the list already.
      if (!id) change((notes) => [...notes, saved.saveCompanyNote]);
    },
    remove: async ({ id }: CompanyNoteFragment) => {
      await mutate({ mutation: DeleteCompanyNoteDocument, variables: { id } });
      change((notes) => notes.filter((note) => note.id !== id));
    },
  };
}
