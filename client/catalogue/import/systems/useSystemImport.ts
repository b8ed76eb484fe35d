import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../components/notice/LiveRegion';
import { saveProblem } from '../../../components/record/saveProblem';
import type { ImportVerdict } from '../../../graphql/generated/imports';
import {
  CheckKeySystemsDocument,
  type CheckKeySystemsMutation,
  ImportKeySystemsDocument,
  type SystemTotalsFragment,
} from '../../../graphql/generated/systemImport';
import { serverMessage } from '../../../graphql/graphErrors';
import { failureOf } from '../../failureOf';
import { MOST_BYTES, type SheetUpload } from '../upload/useImportUpload';

/** Which rows of the result are shown. */
interface Shown {
  verdict: ImportVerdict | null;
  page: number;
}

interface Checked extends Shown {
  file: File;
  sheet: CheckKeySystemsMutation['checkKeySystems'];
}

interface Options {
  shown: Shown;
  onImported: (totals: SystemTotalsFragment) => void;
}

const wordsOf = (error: unknown) => {
  const problem = saveProblem(error);
  if (problem.kind === 'invalid') return Object.values(problem.errors).flat().join(' ');
  return serverMessage(error) ?? failureOf(error);
};

/** Checks a list of key systems, shows the result in pages, and imports it. The server keeps no file: each step sends it. */
export function useSystemImport({ shown: { verdict, page }, onImported }: Options) {
  const { mutate } = useApolloClient();
  const [upload, setUpload] = useState<SheetUpload['upload']>(null);
  const [failure, setFailure] = useState<SheetUpload['failure']>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [importing, setImporting] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  /** Sends the file; only one request at a time. */
  const send = async (file: File, work: (context: object) => Promise<void>) => {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    setFailure(null);
    try {
      const onProgress = (sent: number) => setUpload((upload) => upload && { file, sent });
      await work({ isUpload: true, fetchOptions: { signal: own.signal, onProgress } });
    } catch (error) {
      if (!own.signal.aborted) setFailure({ message: wordsOf(error), file });
    } finally {
      if (stop.current === own) {
        stop.current = null;
        setUpload(null);
        setImporting(false);
      }
    }
  };

  const check = (file: File, verdict: ImportVerdict | null, page: number) =>
    send(file, async (context) => {
      const { data } = await mutate({ mutation: CheckKeySystemsDocument, variables: { file, verdict, page }, context });
      if (data) setChecked({ file, verdict, page, sheet: data.checkKeySystems });
    });

  const showing = useRef(check);
  showing.current = check;
  const file = checked?.file;
  const isShown = checked?.verdict === verdict && checked.page === page;
  useEffect(() => {
    if (file && !isShown) void showing.current(file, verdict, page);
  }, [file, isShown, verdict, page]);

  const start = (file: File) => {
    setChecked(null);
    setUpload({ file, sent: 0 });
    announce(`Uploading ${file.name}`);
    void check(file, verdict, page);
  };

  return {
    upload,
    failure,
    checked,
    importing,
    isSending: () => stop.current !== null && (importing || upload !== null),
    start: (files: readonly File[]) => {
      const [file] = files;
      if (!file || upload || importing) return;
      if (files.length > 1) setFailure({ message: 'One file at a time, please.' });
      else if (file.size > MOST_BYTES) setFailure({ message: `${file.name} is larger than 50 MB.` });
      else start(file);
    },
    retry: () => failure?.file && start(failure.file),
    cancel: () => {
      stop.current?.abort();
      stop.current = null;
      setUpload(null);
      announce('The upload was cancelled');
    },
    apply: () => {
      if (!checked || importing) return;
      const { file, sheet } = checked;
      setImporting(true);
      announce(`Importing ${file.name}`);
      void send(file, async (context) => {
        const variables = { file, digest: sheet.digest };
        const { data } = await mutate({ mutation: ImportKeySystemsDocument, variables, context });
        if (data) onImported(data.importKeySystems);
      });
    },
  };
}
