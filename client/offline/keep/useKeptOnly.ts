import { useApolloClient } from '@apollo/client/react';
import { useOnline } from '../../components/connection';
import { greyed, NOT_KEPT } from '../../components/notKept';
import { ModelDocument } from '../../graphql/generated/catalogue';
import type { KeptSheet } from '../store';
import { useKept } from './kept';

type Which = Partial<Pick<KeptSheet, 'id' | 'makeId' | 'name' | 'year'>>;

/**
 * Which sheets can be opened: without a connection, only those that are kept, or were read since the page was opened. The
 * returned function gives the properties of a link or button that leads to sheets with these values: those that grey it, or none.
 */
export function useKeptOnly(): (which: Which) => ReturnType<typeof greyed> | undefined {
  const online = useOnline();
  const { cache } = useApolloClient();
  const sheets = useKept(!online);
  // Nothing is said to be missing before the list is read.
  if (online || !sheets) return () => undefined;
  return (which) => {
    const fits = (sheet: KeptSheet) =>
      Object.entries(which).every(([name, value]) => sheet[name as keyof Which] === value);
    const isRead = (id: string) => cache.readQuery({ query: ModelDocument, variables: { id } }) !== null;
    const opens = sheets.some((sheet) => sheet.savedAt > 0 && fits(sheet)) || (which.id && isRead(which.id));
    return opens ? undefined : greyed(NOT_KEPT);
  };
}
