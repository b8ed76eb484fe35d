import { chakra, Field } from '@chakra-ui/react';
import { useController } from 'react-hook-form';
import { ErrorText } from '../../components/form/ErrorText';
import { useFieldError } from '../../components/form/useFormState';
import { fieldId } from '../../components/record/record';

/** A checkbox for a boolean field. The whole line is clickable. */
export function FlagField({ name, label, help }: { name: string; label: string; help?: string }) {
  const { field } = useController({ name });
  const error = useFieldError(name);
  return (
    <Field.Root invalid={Boolean(error)} id={fieldId(name)} gap={0}>
      <Field.Context>
        {({ getInputProps }) => (
          <chakra.label
            display="flex"
            alignItems="center"
            gap={2.5}
            minH="control"
            cursor="pointer"
            fontWeight="semibold"
          >
            <chakra.input
              {...(getInputProps() as object)}
              type="checkbox"
              ref={field.ref}
              name={name}
              checked={Boolean(field.value)}
              onChange={(event) => field.onChange(event.target.checked)}
              onBlur={field.onBlur}
              boxSize={5}
              flexShrink={0}
              accentColor="accent"
            />
            {label}
          </chakra.label>
        )}
      </Field.Context>
      {/* Aligned with the label. */}
      {help && <Field.HelperText ps="1.875rem">{help}</Field.HelperText>}
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
