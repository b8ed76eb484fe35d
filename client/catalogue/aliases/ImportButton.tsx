import { Button } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { LeaveGuard } from '../../components/record/LeaveGuard';
import type { AliasImport } from './useAliasImport';

/** Chooses a sheet of aliases and shows how far its import is. */
export function ImportButton({ sent, isSending, send }: AliasImport) {
  const chooser = useRef<HTMLInputElement>(null);
  const busy = sent === null ? null : sent < 1 ? `Uploading ${Math.floor(sent * 100)} %` : 'Importing...';
  return (
    <>
      <Button variant="outline" aria-disabled={busy !== null} onClick={() => isSending() || chooser.current?.click()}>
        <FileUp aria-hidden="true" />
        {busy ?? 'Import'}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.xlsx"
        hidden
        aria-label="File of aliases"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          // Reset so that the same file can be chosen again after it is corrected.
          target.value = '';
        }}
      />
      <LeaveGuard isDirty={isSending} title="Leave while the file is being imported?">
        You would not see whether the import succeeded.
      </LeaveGuard>
    </>
  );
}
