import { Field } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';

/** A field's error below it, shown if the field is invalid. */
export const ErrorText = ({ children }: { children: string | undefined }) => (
  <Field.ErrorText>
    <CircleAlert size={16} style={{ flexShrink: 0 }} aria-hidden="true" />
    {children}
  </Field.ErrorText>
);
