import { Box } from '@chakra-ui/react';
import type { ClipboardEvent, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { fieldId } from '../../components/record/record';
import { counted } from '../../components/text/counts';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { FilledNote } from '../measures/FilledNote';
import { useFilled } from '../measures/useFilled';
import { systemFields } from './modelRecord';
import { type PastedRow, readRow } from './pastedRow';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const noteOf = ({ count, groups, problems }: PastedRow) =>
  [
    count ? `${counted(count, 'field')} filled: ${list.format(groups)}.` : 'Nothing was filled: the row is empty.',
    ...problems,
  ].join(' ');

/** Fields into which a row of a spreadsheet can be pasted: it fills them from the focused one on, and those that follow. */
export function PasteTarget({ help, children }: { help?: string; children: ReactNode }) {
  const { data } = useRead(MakeOptionsDocument);
  const { getValues } = useFormContext();
  const { fill, note, undo, undoByKey } = useFilled();

  const paste = (event: ClipboardEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const from = event.target.id.slice(fieldId('').length);
    const isOfSystem = (name: string) => systemFields.includes(name.split('.')[0] ?? '');
    const row = readRow(
      event.clipboardData.getData('text'),
      from,
      data?.makeOptions ?? [],
      getValues('keySystemId') ? isOfSystem : undefined,
    );
    if (!row) return;
    event.preventDefault();
    fill(row.filled, noteOf(row));
  };

  return (
    <Box onPaste={paste} onKeyDown={undoByKey}>
      {children}
      <FilledNote help={help} note={note} undo={undo} />
    </Box>
  );
}
