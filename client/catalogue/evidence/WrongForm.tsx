import { Box, Field, Input, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { DialogForm } from '../../components/form/DialogForm';
import { ErrorText } from '../../components/form/ErrorText';
import { SelectControl } from '../../components/form/Select';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import type { OwnVerdictFragment } from '../../graphql/generated/evidence';
import { keyDataGroups, keyDatum } from '../keyData';
import { BlankUsed, ToolUsed } from './jobFields';
import { useSaying } from './useSaying';

interface Props {
  model: ModelSheetFragment;
  /** What the company has said of the value before. */
  before: OwnVerdictFragment | undefined;
  onClose: () => void;
}

/** Says that a value of the sheet is wrong, and what was found. */
export function WrongForm({ model, before, onClose }: Props) {
  const own = useId();
  const { busy, errors, problem, clear, job, edit, say } = useSaying(model, before ?? {}, onClose);
  const [field, setField] = useState<string>(before?.field ?? '');
  const [found, setFound] = useState(before?.found ?? '');
  const [isUnchosen, setUnchosen] = useState(false);
  const datum = keyDatum(field);
  const control = {
    id: `${own}-found`,
    value: found,
    onChange: ({ target }: { target: { value: string } }) => {
      clear();
      setFound(target.value);
    },
  };
  return (
    <DialogForm
      title="Wrong"
      description={
        <Text translate="no">
          {model.make.displayName} {model.name} ({model.year})
        </Text>
      }
      label={busy ? 'Sending...' : 'Send'}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => {
        setUnchosen(!field);
        if (field) void say([{ field, worked: false, found: found.trim() || null }]);
      }}
    >
      <Field.Root id={`${own}-field`} invalid={isUnchosen}>
        <Field.Label>Which value</Field.Label>
        <SelectControl
          id={`${own}-field`}
          data-first-field=""
          value={field}
          onChange={({ target }) => {
            clear();
            setUnchosen(false);
            setFound('');
            setField(target.value);
          }}
        >
          <option value="">Choose what is wrong</option>
          {keyDataGroups.map(({ title, data }) => {
            const recorded = data.filter(({ read }) => read(model) !== '');
            return (
              recorded.length > 0 && (
                <optgroup key={title} label={title}>
                  {recorded.map((one) => (
                    <option key={one.field} value={one.field}>
                      {one.label}: {one.read(model).slice(0, 40)}
                    </option>
                  ))}
                </optgroup>
              )
            );
          })}
        </SelectControl>
        <ErrorText>Choose the value that is wrong.</ErrorText>
      </Field.Root>
      {datum && (
        <>
          <Box>
            <Text color="muted">On the sheet</Text>
            <Text translate="no" textStyle="measure" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {datum.read(model)}
            </Text>
          </Box>
          <Field.Root id={`${own}-found`} invalid={Boolean(errors.verdicts)}>
            <Field.Label>What was found</Field.Label>
            {datum.choices ? (
              <SelectControl {...control}>
                <option value="">Not known</option>
                {datum.choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </SelectControl>
            ) : (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="characters"
                autoCorrect="off"
                spellCheck={false}
                fontFamily="mono"
              />
            )}
            <Field.HelperText>Leave it empty if you only know that the value is wrong.</Field.HelperText>
            <ErrorText>{errors.verdicts?.join(', ')}</ErrorText>
          </Field.Root>
        </>
      )}
      <BlankUsed model={model} job={job} onEdit={edit} />
      <ToolUsed job={job} onEdit={edit} />
    </DialogForm>
  );
}
