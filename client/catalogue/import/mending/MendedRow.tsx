import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../../components/notice/Problem';
import { formatCount } from '../../../components/text/counts';
import type { ImportField, ImportRecordFragment, ImportRowsQuery } from '../../../graphql/generated/imports';
import { importFieldLabel } from '../columns/importFields';
import { mayBeListed } from '../importWords';
import { MendedCell } from './MendedCell';
import { NearButtons } from './NearButtons';
import type { Mending } from './useMending';

type Row = ImportRowsQuery['import']['rows']['items'][number];
type Cell = NonNullable<Row['cells']>[number];

const Fields = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr))',
    gap: 3,
    alignItems: 'start',
    py: 1,
  },
});

const Group = chakra('fieldset', { base: { minW: 0, borderWidth: 0, p: 0, m: 0 } });

/** Always shown, because they identify the model. */
const first: readonly (ImportField | null)[] = ['ID', 'MAKE', 'MODEL', 'YEAR'];
/** If a row has no more cells than this, all of them are shown. */
const FEW = 8;

interface Props {
  row: Row;
  record: ImportRecordFragment;
  mending: Mending;
  /** Whether the fields replaced the row's "Edit" button, which had the focus. */
  asked: boolean;
}

/** The cells of a row as fields, each with its problem. Cells without a problem are collapsed at first. */
export function MendedRow({ row, record, mending, asked }: Props) {
  const [open, setOpen] = useState(false);
  const { number, problems, cells = [] } = row;
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (asked && document.activeElement === document.body) group.current?.querySelector('input')?.focus();
  }, [asked]);
  const problemsOf = (column: number) => problems.filter(({ index }) => index === column).map(({ message }) => message);
  const isFirst = ({ column, original }: Cell) =>
    cells.length <= FEW ||
    first.includes(record.columns[column]?.field ?? null) ||
    problemsOf(column).length > 0 ||
    original !== null;
  const folded = cells.filter((cell) => !isFirst(cell));

  const take = (column: number, value: string) => {
    mending.type(number, column, value);
    void mending.save(number);
  };
  const field = ({ column, value, original }: Cell) => {
    const { header = '', field = null } = record.columns[column] ?? {};
    const label = field ? importFieldLabel(field) : '';
    const typed = mending.typed(number, column);
    const isTyped = typed !== undefined && typed !== value;
    // The problem refers to the text before this edit.
    const isChecked = typed === undefined && !(row.mended && original !== null);
    const near = isChecked ? row.near.find((one) => one.field === field) : undefined;
    const problem = isChecked ? problemsOf(column).join(' ') || undefined : undefined;
    return (
      <Box key={column} data-mend="" minW={0}>
        <MendedCell
          label={header && header.toLowerCase() !== label.toLowerCase() ? `${header} · ${label}` : label}
          value={typed ?? value}
          original={original ?? (isTyped ? value : null)}
          problem={problem}
          onChange={(next) => mending.type(number, column, next)}
          onSave={() => void mending.save(number)}
        />
        {near && (
          <NearButtons
            near={near}
            row={number}
            onTake={mayBeListed(record, near.field) ? undefined : (name) => take(column, name)}
            onTakeForAll={(name) => void mending.replace(near, name)}
          />
        )}
      </Box>
    );
  };
  return (
    <Group ref={group} aria-label={`Row ${number}`}>
      <Fields>{cells.filter(isFirst).map(field)}</Fields>
      {folded.length > 0 && (
        <Button variant="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fewer cells' : `${formatCount(folded.length)} more cells`}
        </Button>
      )}
      {open && <Fields>{folded.map(field)}</Fields>}
      <RowSaved row={row} mending={mending} reserved />
    </Group>
  );
}

interface SavedProps {
  row: Row;
  mending: Mending;
  /**
   * Whether it keeps its height while it is empty. Saving begins when a button below is pressed: if the button moved, the
   * click would miss it.
   */
  reserved?: boolean;
}

/** Whether the server has saved the typed texts. */
export function RowSaved({ row: { number, mended }, mending, reserved }: SavedProps) {
  const state = mending.stateOf(number);
  if (typeof state === 'object')
    return <Problem onRetry={() => void mending.save(number)}>{`Not saved. ${state.failure}`}</Problem>;
  const isSaved = state === 'saved' || (mended && state === 'untouched');
  return (
    <Text
      color="muted"
      py={1}
      minH={reserved ? 'calc(1lh + 0.5rem)' : undefined}
      _empty={reserved ? {} : { display: 'none' }}
    >
      {state === 'saving' ? 'Saving...' : isSaved ? 'Edited, not yet checked' : ''}
    </Text>
  );
}
