import { Button, Flex, Input } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { announce } from '../notice/LiveRegion';
import { Problem } from '../notice/Problem';
import { LeaveGuard } from '../record/LeaveGuard';
import { copyText } from '../text/copyText';
import { FormDialog } from './FormDialog';

interface Props {
  title: string;
  /** What it is for. */
  description: string;
  secret: string;
  onDone: () => void;
}

/** A new secret, which is shown only once: only the button closes it, so that no stray key loses it, and leaving asks first. */
export function NewSecret({ title, description, secret, onDone }: Props) {
  const isStored = useRef(false);
  const [copying, setCopying] = useState<'done' | 'refused' | null>(null);
  const copy = async () => {
    const copied = await copyText(secret);
    setCopying(copied ? 'done' : 'refused');
    if (copied) announce('Secret copied');
  };
  const isCopied = copying === 'done';
  return (
    <FormDialog
      wide
      title={title}
      description={`${description} It is not shown again; if it is lost, replace it with a new one.`}
    >
      <Flex direction="column" gap={4} mt={4}>
        <Input
          aria-label="Secret"
          readOnly
          value={secret}
          fontFamily="mono"
          data-first-field=""
          onFocus={({ target }) => target.select()}
        />
        {copying === 'refused' && (
          <Problem>The browser did not allow copying. Select the secret and copy it yourself.</Problem>
        )}
        <Flex gap={3} justify="flex-end" wrap="wrap">
          <Button variant="outline" onClick={() => void copy()}>
            {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button
            onClick={() => {
              isStored.current = true;
              onDone();
            }}
          >
            I have stored it
          </Button>
        </Flex>
        <LeaveGuard isDirty={() => !isStored.current} title="Leave without the secret?">
          It is not shown again. If you have not stored it, you must replace it with a new one.
        </LeaveGuard>
      </Flex>
    </FormDialog>
  );
}
