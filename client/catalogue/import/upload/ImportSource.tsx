import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Select } from '../../../components/form/Select';
import { TextField } from '../../../components/form/TextField';
import { Problem } from '../../../components/notice/Problem';
import { ProgressBar } from '../../../components/notice/ProgressBar';
import { DeleteImportDocument, type ImportRecordFragment } from '../../../graphql/generated/imports';
import { sheetPaths } from '../../../paths';
import { useForget } from '../../catalogueChanges';
import { encodings } from './encodings';
import { savedFile } from './uploadedFile';
import { useImportUpload } from './useImportUpload';

type ImportReading = NonNullable<ImportRecordFragment['reading']>;

/** "Sheet “Key data” of 3, headings from row 2". */
function wordsOf({ sheet, sheets, encoding, headingRow }: ImportReading): string {
  const name = encodings.find(([value]) => value === encoding)?.[1] ?? encoding;
  const what = sheet === null ? name : `Sheet “${sheet}”${sheets.length > 1 ? ` of ${sheets.length}` : ''}`;
  return [what, `headings from row ${headingRow}`].filter(Boolean).join(', ');
}

interface Props {
  record: ImportRecordFragment;
  reading: ImportReading;
}

/** What of the file was read, and a form to read another sheet, row of headings or encoding. This uploads the file again. */
export function ImportSource({ record, reading }: Props) {
  const { id, fileName } = record;
  const { sheet, sheets, encoding, encodingGuessed } = reading;
  const [open, setOpen] = useState(encodingGuessed);
  const [chosen, setChosen] = useState({ sheet, encoding, headingRow: '' });
  const [wrong, setWrong] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const forget = useForget();
  const { mutate } = useApolloClient();
  const choice = {
    sheet: sheets.length > 1 ? chosen.sheet : null,
    // Detected again unless another one is chosen.
    encoding: chosen.encoding === encoding && !encodingGuessed ? null : chosen.encoding,
    headingRow: chosen.headingRow ? Number(chosen.headingRow) : null,
  };
  const { upload, failure, start, retry } = useImportUpload({
    choice,
    onStarted: (started) => {
      // Replaced by the new one.
      void mutate({ mutation: DeleteImportDocument, variables: { id } })
        .catch(() => {})
        .finally(() => forget.imports());
      void navigate(sheetPaths.show(started), { replace: true });
    },
    onUnsure: () => forget.imports(),
  });

  const readAgain = (event: FormEvent) => {
    event.preventDefault();
    const isRow = /^([1-9]\d{0,6})?$/.test(chosen.headingRow);
    setWrong(isRow ? undefined : 'The row must be a whole number.');
    if (!isRow || upload) return;
    const file = savedFile(id);
    if (file) start([file]);
    else chooser.current?.click();
  };
  const saved = savedFile(id);
  return (
    <Box mb={4} px={3} py={2} maxW="54rem" bg="panel" borderWidth="1px" borderRadius="sm">
      <Flex gap={3} wrap="wrap" align="center" justify="space-between">
        <Text flex="1 1 14rem" minW={0} overflowWrap="anywhere">
          Read: {wordsOf(reading)}.
        </Text>
        <Button variant="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
          {sheets.length > 1 ? 'Read another sheet' : 'Change how it is read'}
        </Button>
      </Flex>
      {open && (
        <form onSubmit={readAgain} noValidate>
          <Grid gap={3} py={2} templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }}>
            {sheets.length > 1 && (
              <Select
                label="Sheet"
                value={chosen.sheet ?? ''}
                options={sheets.map(({ name, hidden }) => [name, hidden ? `${name} (hidden)` : name])}
                onChange={(sheet) => setChosen({ ...chosen, sheet })}
              />
            )}
            {encoding !== null && (
              <Select
                label="Encoding"
                value={chosen.encoding ?? ''}
                options={encodings}
                onChange={(encoding) => setChosen({ ...chosen, encoding })}
              />
            )}
            <TextField
              label="Heading row"
              inputMode="numeric"
              autoComplete="off"
              placeholder="Found automatically"
              value={chosen.headingRow}
              error={wrong}
              onChange={({ target }) => setChosen({ ...chosen, headingRow: target.value.trim() })}
            />
          </Grid>
          {failure && <Problem onRetry={failure.file && retry}>{failure.message}</Problem>}
          {upload ? (
            <ProgressBar label={`Reading ${upload.file.name}`} value={0} max={undefined} />
          ) : (
            <Flex gap={3} py={2} wrap="wrap" align="center">
              <Button type="submit" variant="outline">
                {saved ? 'Read again' : 'Choose the file and read again'}
              </Button>
              <Text flex="1 1 14rem" minW={0} color="muted" overflowWrap="anywhere">
                {saved
                  ? 'The columns will then be mapped again.'
                  : `The server keeps no files: choose ${fileName} again. The columns will then be mapped again.`}
              </Text>
            </Flex>
          )}
          <input
            ref={chooser}
            type="file"
            accept=".csv,.xlsx"
            hidden
            aria-label="File to read again"
            onChange={({ target }) => {
              start([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </form>
      )}
    </Box>
  );
}
