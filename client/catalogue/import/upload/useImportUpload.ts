import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../components/notice/LiveRegion';
import { StartImportDocument, type StartImportMutationVariables } from '../../../graphql/generated/imports';
import { errorCode, serverMessage } from '../../../graphql/graphErrors';
import { failureOf } from '../../failureOf';
import { saveFile } from './uploadedFile';

/** For an unsupported file only the reason is shown, because trying again would not help. */
const refusalOf = (error: unknown) =>
  (errorCode(error) === 'UNSUPPORTED_MEDIA_TYPE' && serverMessage(error)) || failureOf(error);

/** The server's limit, checked before a long upload. */
export const MOST_BYTES = 50_000_000;

/** The upload of one sheet, as `SheetDrop` shows it. */
export interface SheetUpload {
  /** The file that is being sent, and its progress, 0 to 1; at 1 the server reads it. */
  upload: { file: File; sent: number } | null;
  /** Why it failed; `file` if another try can help. */
  failure: { message: string; file?: File | undefined } | null;
  /** Called by the page's leave guard. */
  isSending: () => boolean;
  start: (files: readonly File[]) => void;
  retry: () => void;
  cancel: () => void;
}

interface Options {
  /** What of the file is read; what is absent is detected. */
  choice?: Omit<StartImportMutationVariables, 'file'>;
  /** The import's id, once the server has read the file. */
  onStarted: (id: string) => void;
  /** No answer came, but the server may have read the file. */
  onUnsure: () => void;
}

/** The upload of one sheet of models. */
export function useImportUpload({ choice = {}, onStarted, onUnsure }: Options): SheetUpload {
  const { mutate } = useApolloClient();
  const [upload, setUpload] = useState<SheetUpload['upload']>(null);
  const [failure, setFailure] = useState<SheetUpload['failure']>(null);
  const stop = useRef<AbortController | null>(null);

  useEffect(() => () => stop.current?.abort(), []);

  const send = async (file: File) => {
    const own = new AbortController();
    stop.current = own;
    setFailure(null);
    setUpload({ file, sent: 0 });
    announce(`Uploading ${file.name}`);
    try {
      const { data } = await mutate({
        mutation: StartImportDocument,
        variables: { ...choice, file },
        context: {
          isUpload: true,
          fetchOptions: {
            signal: own.signal,
            onProgress: (sent: number) => setUpload({ file, sent }),
          },
        },
      });
      if (!data) throw new Error('The response has no import.');
      stop.current = null;
      saveFile(data.startImport.id, file);
      onStarted(data.startImport.id);
    } catch (error) {
      if (own.signal.aborted) return;
      stop.current = null;
      const answered = serverMessage(error) !== undefined;
      setFailure({
        message: answered
          ? refusalOf(error)
          : `The server did not respond. If it has read ${file.name} anyway, the import is in the list below.`,
        file: answered ? undefined : file,
      });
      if (!answered) onUnsure();
    } finally {
      if (!own.signal.aborted) setUpload(null);
    }
  };

  return {
    upload,
    failure,
    isSending: () => stop.current !== null,
    start: (files: readonly File[]) => {
      const [file] = files;
      if (!file || stop.current) return;
      if (files.length > 1) setFailure({ message: 'One file at a time, please.' });
      else if (file.size > MOST_BYTES) setFailure({ message: `${file.name} is larger than 50 MB.` });
      else void send(file);
    },
    retry: () => failure?.file && void send(failure.file),
    cancel: () => {
      stop.current?.abort();
      stop.current = null;
      setUpload(null);
      announce('The upload was cancelled');
      onUnsure();
    },
  };
}
