import { chakra, Field } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { ErrorText } from '../../components/form/ErrorText';
import { useFieldError } from '../../components/form/useFormState';
import { fieldId } from '../../components/record/record';
import { styled } from '../../components/styled';
import { eventGroups } from './webhookRecord';

const Group = styled('div', {
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '8rem minmax(0, 1fr)' },
  columnGap: 3,
  alignItems: 'center',
  py: 1,
  '& + &': { borderTopWidth: '1px' },
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 5 },
  '& label': { display: 'flex', alignItems: 'center', gap: 2.5, minH: 'control', cursor: 'pointer' },
});

/** What the webhook is told about. */
export function EventChoice() {
  const { register } = useFormContext();
  const error = useFieldError('events');
  return (
    <Field.Root invalid={Boolean(error)} required>
      <chakra.fieldset minW={0} w="full">
        <chakra.legend fontWeight="semibold" mb={1} data-required="">
          Events
        </chakra.legend>
        {eventGroups.map(([about, events]) => (
          <Group key={about}>
            <span aria-hidden="true">{about}</span>
            <div>
              {events.map(([event, word], index) => (
                <label key={event}>
                  <chakra.input
                    type="checkbox"
                    boxSize={5}
                    flexShrink={0}
                    accentColor="accent"
                    value={event}
                    aria-label={`${about} ${word}`}
                    id={`${fieldId('events')}-${about.toLowerCase().replace(' ', '-')}-${index}`}
                    {...register('events')}
                  />
                  {word}
                </label>
              ))}
            </div>
          </Group>
        ))}
      </chakra.fieldset>
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
