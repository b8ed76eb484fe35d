import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { download } from '../../components/download/downloads';
import type { ImportRecordFragment } from '../../graphql/generated/imports';

/** Downloads the file's rows with the result and reason of each; hidden once the rows are deleted. */
export function ResultButton({ record: { resultUrl, fileName } }: { record: ImportRecordFragment }) {
  if (!resultUrl) return null;
  const name = `${fileName.replace(/\.[^.]*$/, '')}-result.csv`;
  return (
    <Button variant="outline" onClick={() => download({ url: resultUrl, fileName: name })}>
      <Download aria-hidden="true" />
      Result file
    </Button>
  );
}
