import { chakra, Field } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useController } from 'react-hook-form';
import { ErrorText } from '../components/ErrorText';
import { useFieldError } from '../components/FormState';
import { Problem } from '../components/Problem';
import { fieldId } from '../components/record';

interface Choice {
  value: string;
  text: string;
  disabled?: boolean;
}

const Control = chakra('select', {
  base: {
    appearance: 'none',
    w: 'full',
    h: 'control',
    ps: 3,
    pe: 10,
    bg: 'panel',
    color: 'text',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'control',
    textOverflow: 'ellipsis',
    _hover: { borderColor: 'accent' },
    _invalid: { borderColor: 'danger', borderWidth: '2px' },
  },
});

interface Props {
  name: string;
  label: string;
  /** Undefined while they are on their way. */
  choices: readonly Choice[] | undefined;
  /** Said where they did not come. */
  failure: string | undefined;
  onRetry: () => void;
  help?: string;
}

/** A record that this one belongs to, in the browser's own select: on a phone its wheel, and typing finds. */
export function ChoiceField({ name, label, choices, failure, onRetry, help }: Props) {
  const { field } = useController({ name });
  const error = useFieldError(name);
  if (failure && !choices) return <Problem onRetry={onRetry}>{failure}</Problem>;
  return (
    <Field.Root invalid={Boolean(error)} required id={fieldId(name)}>
      <Field.Label data-required="">{label}</Field.Label>
      <chakra.div position="relative" w="full">
        <Field.Context>
          {({ getSelectProps }) => (
            <Control {...(getSelectProps() as object)} {...field} aria-busy={!choices}>
              {(!choices || !field.value) && (
                <option value={field.value} disabled>
                  {choices ? 'Choose one' : 'Loading...'}
                </option>
              )}
              {choices?.map(({ value, text, disabled }) => (
                <option key={value} value={value} disabled={disabled}>
                  {text}
                </option>
              ))}
            </Control>
          )}
        </Field.Context>
        <chakra.span
          position="absolute"
          insetBlock={0}
          right={3}
          display="flex"
          alignItems="center"
          pointerEvents="none"
        >
          <ChevronDown size={20} aria-hidden="true" />
        </chakra.span>
      </chakra.div>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
