import { Box, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Checkbox } from '../../components/form/Checkbox';
import { DialogForm } from '../../components/form/DialogForm';
import { styled } from '../../components/styled';
import type { KeyDataFragment, ModelSheetFragment } from '../../graphql/generated/catalogue';
import type { OwnVerdictFragment } from '../../graphql/generated/evidence';
import { blanks, depth, keyDataGroups, spacing } from '../keyData';
import { BlankUsed, blanksOf, ToolUsed } from './jobFields';
import { useSaying } from './useSaying';

/** Values that are said to work together, with one tick. */
interface Part {
  label: string;
  /** Those that are recorded. */
  fields: string[];
}

const Ticks = styled('fieldset', {
  '& legend': { fontWeight: 'semibold' },
  '& summary': { py: 2.5, color: 'accent', cursor: 'pointer' },
});

/** What may have worked besides the blank: the measures that were cut from, and below them every other short value. */
function partsOf(model: KeyDataFragment): { cut: Part[]; others: Part[] } {
  const recorded = (
    data: readonly { field: string; label: string; isLong?: boolean; read: (model: KeyDataFragment) => string }[],
  ) => data.filter(({ read, isLong }) => !isLong && read(model) !== '');
  const cut = [spacing, depth].map(({ title, data }) => ({
    label: title,
    fields: recorded(data).map(({ field }) => field),
  }));
  const taken = new Set<string>([...blanks, ...spacing.data, ...depth.data].map(({ field }) => field));
  const others = keyDataGroups
    .flatMap(({ data }) => recorded(data))
    .filter(({ field }) => !taken.has(field))
    .map(({ field, label }) => ({ label, fields: [field] }));
  return { cut: cut.filter(({ fields }) => fields.length > 0), others };
}

interface Props {
  model: ModelSheetFragment;
  /** What the company has said before. */
  before: readonly OwnVerdictFragment[];
  onClose: () => void;
}

/** Says which values of the sheet worked, with which blank and tool. */
export function WorkedForm({ model, before, onClose }: Props) {
  const { cut, others } = partsOf(model);
  const known = blanksOf(model);
  const [first] = before;
  const { busy, errors, problem, clear, job, edit, say } = useSaying(
    model,
    first ?? { blank: (known.length === 1 && known[0]?.number) || '' },
    onClose,
  );
  const saidBefore = new Set<string>(before.map(({ field }) => field));
  const [ticked, setTicked] = useState(() =>
    (first ? [...cut, ...others].filter(({ fields }) => fields.some((field) => saidBefore.has(field))) : cut).map(
      ({ label }) => label,
    ),
  );
  const tick = (part: Part) => (
    <Checkbox
      key={part.label}
      name={part.label}
      label={part.label}
      defaultChecked={ticked.includes(part.label)}
      onChange={(on) => {
        clear();
        setTicked(on ? [...ticked, part.label] : ticked.filter((label) => label !== part.label));
      }}
    />
  );
  const submit = () => {
    const parts = [...cut, ...others].filter(({ label }) => ticked.includes(label));
    const ofBlank = known.find(({ number }) => number === job.blank)?.fields ?? [];
    const fields = [...ofBlank, ...parts.flatMap((part) => part.fields)];
    void say(fields.map((field) => ({ field, worked: true })));
  };

  return (
    <DialogForm
      title="It worked"
      description={
        <Text translate="no">
          {model.make.displayName} {model.name} ({model.year})
        </Text>
      }
      label={busy ? 'Sending...' : 'Send'}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <BlankUsed model={model} job={job} onEdit={edit} />
      <Box>
        <Ticks aria-describedby={errors.verdicts ? 'worked-error' : undefined}>
          <legend>What else worked</legend>
          {cut.map(tick)}
          {others.length > 0 && (
            <details open={cut.length === 0}>
              <summary>Other values</summary>
              {others.map(tick)}
            </details>
          )}
        </Ticks>
        {errors.verdicts && (
          <Text id="worked-error" role="alert" color="danger">
            {errors.verdicts.join(', ')}
          </Text>
        )}
      </Box>
      <ToolUsed job={job} onEdit={edit} />
    </DialogForm>
  );
}
