import { SheetDrop } from './SheetDrop';
import { useImportUpload } from './useImportUpload';

interface Props {
  onStarted: (id: string) => void;
  onUnsure: () => void;
}

/** Uploads a sheet of models. */
export const ImportFile = (props: Props) => (
  <SheetDrop {...useImportUpload(props)}>
    Up to 50 MB and 100,000 rows, with headings above them. Nothing changes until you have seen a preview.
  </SheetDrop>
);
