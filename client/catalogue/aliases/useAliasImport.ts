import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';
import { toast } from '../../components/notice/toast';
import { saveProblem } from '../../components/record/saveProblem';
import { counted, formatCount } from '../../components/text/counts';
import { ImportAliasesDocument } from '../../graphql/generated/aliases';
import { useForgetFields } from '../../graphql/useForgetFields';
import { failureOf } from '../failureOf';

export interface AliasImport {
  /** Upload progress, 0 to 1; at 1 the server reads the file. Null if nothing is being sent. */
  sent: number | null;
  /** Why the file was refused: its rows, or the file as a whole. */
  refused: readonly string[];
  /** What else went wrong. */
  failure: string | null;
  isSending: () => boolean;
  send: (file: File) => Promise<void>;
}

/** Sends a sheet of aliases, which the server imports as a whole or not at all. */
export function useAliasImport(): AliasImport {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<Pick<AliasImport, 'refused' | 'failure'>>({ refused: [], failure: null });
  const sending = useRef(false);

  const send = async (file: File) => {
    sending.current = true;
    setProblem({ refused: [], failure: null });
    setSent(0);
    announce(`Importing ${file.name}`);
    try {
      const { data } = await mutate({
        mutation: ImportAliasesDocument,
        variables: { file },
        context: { isUpload: true, fetchOptions: { onProgress: setSent } },
      });
      if (!data) throw new Error('The response has no totals.');
      const { new: added, unchanged } = data.importAliases;
      toast(`${counted(added, 'new alias', 'new aliases')}, ${formatCount(unchanged)} unchanged`);
      forget(['aliases']);
    } catch (error) {
      const problem = saveProblem(error);
      if (problem.kind === 'invalid') setProblem({ refused: Object.values(problem.errors).flat(), failure: null });
      else setProblem({ refused: [], failure: failureOf(error) });
    } finally {
      sending.current = false;
      setSent(null);
    }
  };

  return { sent, ...problem, isSending: () => sending.current, send };
}
