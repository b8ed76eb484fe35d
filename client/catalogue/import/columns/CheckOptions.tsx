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
  const { createMakes, fillDown, splitModels, openFrom, openUntil } = options;
  const groups = neededFields.flatMap((field) => {
    const empty = columns.find(({ index }) => fields.get(index) === field)?.empty;
    return empty ? [{ field, empty }] : [];
  });
  const models = columns.find(({ index }) => fields.get(index) === 'MODEL');
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
            {counted(empty, 'row')} {empty === 1 ? 'has' : 'have'} none: tick this if the sheet says it once for several
            rows.
            {field === 'MAKE' && ' A row with only a make is then the heading of the rows below it.'}
          </Text>
        </Box>
      ))}
      {models && (models.lists || splitModels) ? (
        <Box>
          <Checkbox
            name="splitModels"
            label="Several models in a cell, separated by commas"
            defaultChecked={splitModels}
            onChange={(splitModels) => onChange({ splitModels })}
          />
          <Text color="muted" pb={1.5} ps="1.875rem" overflowWrap="anywhere">
            {counted(models.lists ?? 0, 'row')} {models.lists === 1 ? 'looks' : 'look'} like it
            {models.list && (
              <>
                , such as “<span translate="no">{models.list}</span>”
              </>
            )}
            . Each model then becomes a row of its own.
          </Text>
        </Box>
      ) : null}
      {[...fields.values()].includes('YEAR') && (
        <Box display="flex" flexWrap="wrap" columnGap={6} rowGap={1} py={1.5}>
          <OpenYear
            label="First year of ranges without one (pre 1993, All)"
            year={openFrom}
            onChange={(openFrom) => onChange({ openFrom })}
          />
          <OpenYear
            label="Last year of open ranges (1996+)"
            year={openUntil}
            onChange={(openUntil) => onChange({ openUntil })}
          />
          <Text color="muted" w="full">
            Where a year is needed and missing here, the rows are refused.
          </Text>
        </Box>
      )}
    </Stack>
  );
}

/** The missing first or last year of an open range. */
function OpenYear({
  label,
  year,
  onChange,
}: {
  label: string;
  year: number | null;
  onChange: (year: number | null) => void;
}) {
  const id = useId();
  const [text, setText] = useState(year === null ? '' : String(year));
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap={2.5} rowGap={1}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        w="6rem"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={text}
        onChange={({ target }) => {
          const digits = target.value.replace(/\D/g, '');
          setText(digits);
          onChange(digits ? Number(digits) : null);
        }}
      />
    </Box>
  );
}
