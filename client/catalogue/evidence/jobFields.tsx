import { Field, Textarea } from '@chakra-ui/react';
import { Select } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { blanks } from '../keyData';
import { numbersIn } from '../sheet/numbersIn';
import type { Job } from './useSaying';

/** The blanks of a sheet: the number, and the fields that have it. */
export function blanksOf(model: KeyDataFragment): { number: string; text: string; fields: string[] }[] {
  const named = blanks.flatMap(({ field, label, read }) =>
    numbersIn(read(model)).map((number) => ({ number, field, label })),
  );
  return [...Map.groupBy(named, ({ number }) => number)].map(([number, all]) => ({
    number,
    text: `${number} (${all.map(({ label }) => label).join(', ')})`,
    fields: all.map(({ field }) => field),
  }));
}

interface Props {
  model: KeyDataFragment;
  job: Job;
  onEdit: (part: Partial<Job>) => void;
}

/** Which blank of the sheet was used. */
export function BlankUsed({ model, job: { blank }, onEdit }: Props) {
  const known = blanksOf(model);
  return (
    known.length > 0 && (
      <Select
        label="Blank used"
        value={blank}
        options={[['', 'None of the sheet’s'], ...known.map(({ number, text }) => [number, text] as const)]}
        onChange={(value) => onEdit({ blank: value })}
      />
    )
  );
}

/** The tool that was used, and a remark. */
export const ToolUsed = ({ job: { tool, remark }, onEdit }: Omit<Props, 'model'>) => (
  <>
    <TextField
      label="Tool"
      placeholder="Triton, Lishi, file …"
      maxLength={255}
      value={tool}
      onChange={({ target }) => onEdit({ tool: target.value })}
    />
    <Field.Root>
      <Field.Label>Remark</Field.Label>
      <Textarea
        rows={2}
        maxLength={10_000}
        value={remark}
        onChange={({ target }) => onEdit({ remark: target.value })}
      />
    </Field.Root>
  </>
);
