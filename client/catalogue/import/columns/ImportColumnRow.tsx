import { chakra, Text } from '@chakra-ui/react';
import { memo } from 'react';
import { SelectControl } from '../../../components/form/Select';
import type { ImportField, ImportRecordFragment } from '../../../graphql/generated/imports';
import { importFieldGroups } from './importFields';

type Column = ImportRecordFragment['columns'][number];

/** Column names as in spreadsheets: A … Z, AA … */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26);
  return (before ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** One shared element for all selects: a wide sheet has hundreds of them. */
const options = importFieldGroups.map(({ title, choices }) => (
  <optgroup key={title} label={title}>
    {choices.map(({ field, label }) => (
      <option key={field} value={field}>
        {label}
      </option>
    ))}
  </optgroup>
));

const Letters = chakra('span', { base: { fontFamily: 'mono', color: 'muted', minW: 6, flexShrink: 0 } });
const Samples = chakra('ul', {
  base: {
    fontFamily: 'mono',
    minW: 0,
    lineHeight: 'snug',
    '& > li': { truncate: true },
  },
});

interface Props {
  column: Column;
  field: ImportField | undefined;
  onChange: (column: Column, field: ImportField | null) => void;
}

/** A column of the file: its heading, sample values and mapped field. */
export const ImportColumnRow = memo(function ImportColumnRow({ column, field, onChange }: Props) {
  const letters = columnLetters(column.index);
  return (
    <li data-left-out={field ? undefined : ''}>
      <chakra.div display="flex" gap={2} minW={0}>
        <Letters translate="no">{letters}</Letters>
        <Text translate="no" fontWeight="semibold" minW={0} overflowWrap="anywhere">
          {column.header || 'No heading'}
        </Text>
      </chakra.div>
      {column.sample.length ? (
        <Samples translate="no" aria-label={`Values of column ${letters}`}>
          {[...new Set(column.sample)].map((value) => (
            <li key={value}>{value}</li>
          ))}
        </Samples>
      ) : (
        <Text color="muted">Empty</Text>
      )}
      <SelectControl
        aria-label={`Column ${letters}, ${column.header || 'no heading'}, contains`}
        value={field ?? ''}
        onChange={({ target }) => onChange(column, (target.value as ImportField) || null)}
      >
        <option value="">Left out</option>
        {options}
      </SelectControl>
    </li>
  );
});
