import { Button, chakra, type InputProps } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../components/form/TextField';

interface Props extends InputProps {
  /** Whether it must be a code of the app, not a recovery code. */
  ofApp?: boolean;
  /** Whether it appears because the user asked for it. */
  takesFocus?: boolean;
  error?: string | undefined;
}

/** A code as the second factor: from the app, or a recovery code, which also has letters. */
export function CodeField({ ofApp, takesFocus, ...input }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const focus = () => area.current?.querySelector('input')?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (takesFocus) focus();
  }, []);
  return (
    <chakra.div ref={area}>
      <TextField
        label={isRecovery ? 'Recovery code' : 'Code'}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        fontFamily="mono"
        help={isRecovery ? 'One of those you kept. Each works once.' : 'The six digits in your authenticator app.'}
        {...input}
      />
      {!ofApp && (
        <Button
          type="button"
          variant="plain"
          px={0}
          onClick={() => {
            setRecovery(!isRecovery);
            focus();
          }}
        >
          {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
        </Button>
      )}
    </chakra.div>
  );
}
