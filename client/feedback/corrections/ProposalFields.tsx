import { Box, Button, chakra, Field, IconButton, Stack, Text } from '@chakra-ui/react';
import { ArrowRight, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { keyDatum } from '../../catalogue/keyData';
import { ErrorText } from '../../components/form/ErrorText';
import { FormSection } from '../../components/form/FormSection';
import { useFieldError, useFormState } from '../../components/form/useFormState';
import { fieldId } from '../../components/record/record';
import { Value } from '../../components/text/Value';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { asComment, type CorrectionValues, type ProposalValues, typedOf } from './correctionRecord';
import { FieldSelect } from './FieldSelect';
import { ShouldBe } from './ShouldBe';

/** The comment repeats the proposals until the user writes a different one. */
function useCommentOfProposals(proposals: readonly ProposalValues[], model: KeyDataFragment | undefined) {
  const { getValues, setValue } = useFormContext<CorrectionValues>();
  const { edited } = useFormState();
  const said = model && asComment(typedOf(proposals), model);
  const before = useRef('');
  useEffect(() => {
    if (said === undefined) return;
    const comment = getValues('comment');
    if (comment.trim() === '' || comment === before.current) {
      setValue('comment', said);
      if (said) edited();
    }
    before.current = said;
  }, [said, getValues, setValue, edited]);
}

/** Current value → proposed value, side by side on phones too so they can be compared. */
const Change = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) 1.25rem minmax(0, 3fr)',
    gap: 2,
    alignItems: 'center',
    '& > svg': { color: 'muted', mt: '1.75rem' },
  },
});

interface LineProps {
  index: number;
  chosen: readonly string[];
  model: KeyDataFragment | undefined;
  onRemove?: (() => void) | undefined;
}

function ProposalLine({ index, chosen, model, onRemove }: LineProps) {
  const { register, setValue } = useFormContext<CorrectionValues>();
  const id = `${fieldId('proposals')}-${index}`;
  const field = chosen[index] ?? '';
  const datum = keyDatum(field);
  return (
    <Stack gap={3} as="li" css={{ '& + &': { borderTopWidth: '1px', pt: 4 } }}>
      <Box display="flex" alignItems="flex-end" gap={2}>
        <Field.Root id={`${id}-field`}>
          <Field.Label>Field</Field.Label>
          <FieldSelect
            id={`${id}-field`}
            taken={chosen.filter((one) => one !== field)}
            {...register(`proposals.${index}.field`, {
              // Another field needs another control: the value typed for this one would not fit.
              onChange: ({ target }) => {
                if (datum?.choices ?? keyDatum(target.value)?.choices) setValue(`proposals.${index}.proposed`, '');
              },
            })}
          />
        </Field.Root>
        {onRemove && (
          <IconButton
            type="button"
            variant="plain"
            aria-label={`Remove ${datum?.label ?? 'the empty line'}`}
            onClick={onRemove}
          >
            <X aria-hidden="true" />
          </IconButton>
        )}
      </Box>
      {datum && (
        <Change>
          <Box minW={0}>
            <Text color="muted" mb={1}>
              Today
            </Text>
            <Text
              translate="no"
              textStyle="measure"
              display="flex"
              alignItems="center"
              minH="control"
              overflowWrap="anywhere"
            >
              <Value>{model && datum.read(model)}</Value>
            </Text>
          </Box>
          <ArrowRight size={20} aria-hidden="true" />
          <Field.Root id={`${id}-proposed`}>
            <Field.Label>Should be</Field.Label>
            <ShouldBe id={`${id}-proposed`} datum={datum} {...register(`proposals.${index}.proposed`)} />
          </Field.Root>
        </Change>
      )}
    </Stack>
  );
}

/** Optional proposed values, one line per field, which an administrator can apply without typing. */
export function ProposalFields({ model }: { model: KeyDataFragment | undefined }) {
  const { control } = useFormContext<CorrectionValues>();
  const { edited } = useFormState();
  const { fields, append, remove } = useFieldArray({ control, name: 'proposals' });
  const proposals = useWatch({ control, name: 'proposals' });
  const error = useFieldError('proposals');
  useCommentOfProposals(proposals, model);

  return (
    <FormSection title="What is wrong">
      <Text mb={3} color="muted">
        If you know the right value, give it here: it can then be applied as it is. Leave it empty if you only know that
        the value is wrong.
      </Text>
      <Stack as="ul" gap={4}>
        {fields.map(({ id }, index) => (
          <ProposalLine
            key={id}
            index={index}
            chosen={proposals.map(({ field }) => field)}
            model={model}
            onRemove={
              fields.length > 1
                ? () => {
                    edited();
                    remove(index);
                  }
                : undefined
            }
          />
        ))}
      </Stack>
      <Field.Root invalid={Boolean(error)}>
        <ErrorText>{error}</ErrorText>
      </Field.Root>
      {proposals.every(({ field }) => field) && (
        <Button type="button" variant="outline" mt={4} onClick={() => append({ field: '', proposed: '' })}>
          <Plus aria-hidden="true" />
          Add another
        </Button>
      )}
    </FormSection>
  );
}
