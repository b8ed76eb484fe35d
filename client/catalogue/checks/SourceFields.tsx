import { chakra, Text } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../components/form/FormField';

export const SOURCE = 'Source';
export const TO_CHECK = 'Tick this when every value has been compared with its source.';

interface Props {
  /** What the tick says. */
  tick: string;
  /** What it means now. */
  children: string;
}

/** Where the values of a record come from, and whether an administrator has checked them. */
export function SourceFields({ tick, children }: Props) {
  const { register } = useFormContext();
  return (
    <>
      <FormField name="source" label="Source" placeholder="A book with its page, or a key that was measured" />
      <chakra.label display="inline-flex" alignItems="center" gap={2.5} minH="control" mt={2} cursor="pointer">
        <chakra.input type="checkbox" boxSize={5} flexShrink={0} accentColor="accent" {...register('checked')} />
        {tick}
      </chakra.label>
      <Text fontSize="xs" color="muted" overflowWrap="anywhere">
        {children}
      </Text>
    </>
  );
}
