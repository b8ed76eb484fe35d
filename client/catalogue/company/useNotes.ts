import { useApolloClient } from '@apollo/client/react';
import {
  type CompanyNoteFragment,
  CompanyNotesDocument,
  DeleteCompanyNoteDocument,
  SaveCompanyNoteDocument,
} from '../../graphql/generated/notes';
import { useRead } from '../../graphql/useRead';

/** A bike of the catalogue, or an own sheet. */
export type Bike = { modelId: string } | { sheetId: string };

/** The notes of the user's company on a bike. */
export function useNotes(bike: Bike) {
  const { cache, mutate } = useApolloClient();
  const { data, error, refetch } = useRead(CompanyNotesDocument, {
    variables: bike,
    fetchPolicy: 'cache-and-network',
  });
  const change = (to: (notes: CompanyNoteFragment[]) => CompanyNoteFragment[]) =>
    cache.updateQuery({ query: CompanyNotesDocument, variables: bike }, (read) => ({
      companyNotes: to(read?.companyNotes ?? []),
    }));
  return {
    notes: data?.companyNotes,
    error: data ? undefined : error,
    retry: () => void refetch(),
    save: async (text: string, sentId: string, note?: CompanyNoteFragment) => {
      const input = { ...(note ? { id: note.id, version: note.version } : bike), text, sentId };
      const { data: saved } = await mutate({ mutation: SaveCompanyNoteDocument, variables: { input } });
      // A changed note is in the list already.
      if (saved && !note) change((notes) => [...notes, saved.saveCompanyNote]);
    },
    remove: async ({ id }: CompanyNoteFragment) => {
      await mutate({ mutation: DeleteCompanyNoteDocument, variables: { id } });
      change((notes) => notes.filter((note) => note.id !== id));
    },
  };
}
