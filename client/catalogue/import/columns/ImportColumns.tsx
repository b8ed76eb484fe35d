import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { useCallback, useRef, useState } from 'react';
import { FootBar } from '../../../components/bars/FootBar';
import { announce } from '../../../components/notice/LiveRegion';
import { LeaveGuard } from '../../../components/record/LeaveGuard';
import { counted, formatCount } from '../../../components/text/counts';
import type { ImportField, ImportRecordFragment } from '../../../graphql/generated/imports';
import { list } from '../importWords';
import { ImportSource } from '../upload/ImportSource';
import { type Mapping, mappingOf } from '../useImport';
import { CheckOptions } from './CheckOptions';
import { columnLetters, ImportColumnRow } from './ImportColumnRow';
import { importFieldLabel, neededFields } from './importFields';

type Column = ImportRecordFragment['columns'][number];

const Columns = chakra('ul', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li': {
      display: 'grid',
      gap: 2,
      gridTemplateColumns: 'minmax(0, 1fr)',
      alignItems: 'center',
      px: 3,
      py: 2,
      md: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr) 15rem', gap: 4 },
    },
    '& > li + li': { borderTopWidth: '1px' },
    '& > [data-left-out]': { bg: 'canvas' },
  },
});

const same = (one: Mapping, other: Mapping) => textOf(one) === textOf(other);
const textOf = ({ fields, fillDown, createMakes, splitModels, openFrom, openUntil }: Mapping) => {
  const columns = [...fields].sort(([one], [other]) => one - other);
  return JSON.stringify([columns, [...fillDown].sort(), createMakes, splitModels, openFrom, openUntil]);
};

interface Props {
  record: ImportRecordFragment;
  /** The previous choice, if no check has accepted it. */
  draft: Mapping | null;
  onCheck: (mapping: Mapping) => void;
  /** Returns to the result of an earlier check. */
  onBack?: (() => void) | undefined;
}

/** Maps columns to fields; the default comes from the headings. */
export function ImportColumns({ record, draft, onCheck, onBack }: Props) {
  const before = mappingOf(record);
  const [{ fields, ...options }, setMapping] = useState<Mapping>(() => draft ?? mappingOf(record));
  const [moved, setMoved] = useState('');

  const latest = useRef(fields);
  latest.current = fields;
  // One stable function for all rows, so only changed rows render again.
  const choose = useCallback((column: Column, field: ImportField | null) => {
    const next = new Map(latest.current);
    const former = [...next].find(([index, one]) => one === field && index !== column.index);
    // Each field can be mapped once: choosing it again moves it.
    if (former) next.delete(former[0]);
    if (field) next.set(column.index, field);
    else next.delete(column.index);
    setMapping((mapping) => ({ ...mapping, fields: next }));
    const words = former
      ? `${importFieldLabel(former[1])} is taken from column ${columnLetters(former[0])}, which is left out now.`
      : '';
    setMoved(words);
    if (words) announce(words);
  }, []);

  const chosen = new Set(fields.values());
  const missing = chosen.has('ID') ? [] : neededFields.filter((field) => !chosen.has(field));
  const left = record.columns.length - fields.size;
  const isDirty = () => !same({ fields, ...options }, before);
  return (
    <Box>
      {record.reading && <ImportSource record={record} reading={record.reading} />}
      <Text mb={3} maxW="measure">
        Columns were matched by their headings: please check them. A column that is not imported leaves its field of the
        models unchanged; in an imported column, an empty cell clears the field. A year may be several, such as
        1998-2003: the row is then imported once for each.
      </Text>
      <Columns aria-label="Columns">
        {record.columns.map((column) => (
          <ImportColumnRow key={column.index} column={column} field={fields.get(column.index)} onChange={choose} />
        ))}
      </Columns>
      <CheckOptions
        record={record}
        fields={fields}
        options={options}
        onChange={(changed) => setMapping((mapping) => ({ ...mapping, ...changed }))}
      />
      <FootBar>
        <Button onClick={() => onCheck({ fields, ...options })}>Check</Button>
        {onBack && (
          <Button variant="outline" onClick={onBack}>
            Back
          </Button>
        )}
        <Box flex="1 1 14rem" minW={0} color="muted">
          {moved && <Text>{moved}</Text>}
          {missing.length > 0 ? (
            <Text color="warning">Still needed: {list.format(missing.map(importFieldLabel))}, or the ID.</Text>
          ) : (
            !moved && (
              <Text>
                {left
                  ? `${formatCount(fields.size)} of ${counted(record.columns.length, 'column')} ${fields.size === 1 ? 'is' : 'are'} used, ${formatCount(left)} left out.`
                  : record.columns.length === 1
                    ? 'The column is used.'
                    : `All ${formatCount(record.columns.length)} columns are used.`}
              </Text>
            )
          )}
        </Box>
      </FootBar>
      <LeaveGuard isDirty={isDirty} />
    </Box>
  );
}
