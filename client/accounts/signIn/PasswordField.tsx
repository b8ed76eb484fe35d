import { Button, type InputProps, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { TextField } from '../../components/form/TextField';

/** A password field with a button that shows its text. */
export function PasswordField(props: InputProps & { label: string; error?: string | undefined }) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      extra={
        <Button type="button" variant="plain" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <VisuallyHidden> password</VisuallyHidden>
        </Button>
      }
    />
  );
}
