import { Box, Field, Input, type InputProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { BesideLabel } from './BesideLabel';
import { ErrorText } from './ErrorText';

interface Props extends InputProps {
  label: string;
  /** Beside the label, such as what explains it. */
  beside?: ReactNode;
  help?: string | undefined;
  error?: string | undefined;
  /** Shown inside the input at its end, such as the button that shows a password. */
  extra?: ReactNode;
}

/** A labelled input with its error below, linked for screen readers. */
export const TextField = ({ label, beside, help, error, extra, ...input }: Props) => (
  <Field.Root invalid={Boolean(error)} required={input.required}>
    <BesideLabel beside={beside}>
      <Field.Label>{label}</Field.Label>
    </BesideLabel>
    <Box position="relative" w="full">
      <Input pe={extra ? '5.5rem' : undefined} {...input} />
      {extra && (
        <Box position="absolute" top={0} bottom={0} right={0}>
          {extra}
        </Box>
      )}
    </Box>
    {help && <Field.HelperText>{help}</Field.HelperText>}
    <ErrorText>{error}</ErrorText>
  </Field.Root>
);
