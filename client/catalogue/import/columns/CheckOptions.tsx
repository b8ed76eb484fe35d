import { Box, Input, Stack, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { Checkbox } from '../../../components/form/Checkbox';
import { counted } from '../../../components/text/counts';
import type { ImportRecordFragment } from '../../../graphql/generated/imports';
import { someOf } from '../importWords';
import type { Mapping } from '../useImport';
import { importFieldLabel, neededFields } from './importFields';

type Options = Omit<Mapping, 'fields'>;

interface Props {
  record: ImportRecordFragment;
  fields: Mapping['fields'];
  options: Options;
  onChange: (changed: Partial<Options>) => void;
}

/** How the check reads the rows: makes that are missing, empty cells of grouped rows, and years without an end. */
export function CheckOptions({ record: { columns, missingMakes }, fields, options, onChange }: Props) {
  const { createMakes, fillDown, openUntil } = options;
  const groups = neededFields.flatMap((field) => {
    const empty = columns.find(({ index }) => fields.get(index) === field)?.empty;
    return empty ? [{ field, empty }] : [];
  });
  return (
    <Stack gap={0} mt={4} px={3} py={1} bg="panel" borderWidth="1px" borderRadius="sm">
      <Checkbox
        name="createMakes"
        label="Create missing makes"
        defaultChecked={createMakes}
        onChange={(createMakes) => onChange({ createMakes })}
      />
      <Text color="muted" pb={1.5} ps="1.875rem" overflowWrap="anywhere">
        {missingMakes.length
          ? `According to the last check: ${someOf(missingMakes, 20)}.`
          : 'Otherwise their rows are refused. The check lists them.'}
      </Text>
      {groups.map(({ field, empty }) => (
        <Box key={field}>
          <Checkbox
            name={`fillDown${field}`}
            label={`Fill empty cells of ${importFieldLabel(field)} down from the row above`}
            defaultChecked={fillDown.includes(field)}
            onChange={(checked) =>
              onChange({ fillDown: [...fillDown.filter((one) => one !== field), ...(checked ? [field] : [])] })
            }
          />
          <Text color="muted" pb={1.5} ps="1.875rem">
            {counted(empty, 'row')} {empty === 1 ? 'has' : 'have'} none.
            {field === 'MAKE' && ' A row with only a make is then the heading of the rows below it.'}
          </Text>
        </Box>
      ))}
      {[...fields.values()].includes('YEAR') && <OpenUntil year={openUntil} onChange={onChange} />}
    </Stack>
  );
}

/** The last year of "1996+". */
function OpenUntil({ year, onChange }: { year: number | null; onChange: Props['onChange'] }) {
  const id = useId();
  const [text, setText] = useState(year === null ? '' : String(year));
  return (
    <Box py={1.5}>
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap={2.5} rowGap={1}>
        <label htmlFor={id}>Last year of open ranges (1996+)</label>
        <Input
          id={id}
          w="6rem"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          aria-describedby={`${id}-help`}
          value={text}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '');
            setText(digits);
            onChange({ openUntil: digits ? Number(digits) : null });
          }}
        />
      </Box>
      <Text id={`${id}-help`} color="muted" pt={1}>
        If this is empty, their rows are refused.
      </Text>
    </Box>
  );
}
