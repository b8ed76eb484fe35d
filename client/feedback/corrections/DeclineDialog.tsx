import { Button, chakra, Field, Flex, Text, Textarea } from '@chakra-ui/react';
import { useState } from 'react';
import { ErrorText } from '../../components/form/ErrorText';
import { FormDialog } from '../../components/form/FormDialog';
import { DangerButton } from '../../components/notice/DangerButton';
import { Problem } from '../../components/notice/Problem';

interface Props {
  /** The error message about the reason. */
  errors: readonly string[];
  problem: string | null;
  busy: boolean;
  onEdit: () => void;
  onClose: () => void;
  onDecline: (reason: string) => void;
}

/** Asks for a reason, which the author of the correction can read. */
export function DeclineDialog({ errors, problem, busy, onEdit, onClose, onDecline }: Props) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Decline the correction?"
      description={<Text>The sender is mailed the reason, and sees it under My corrections.</Text>}
      onClose={onClose}
    >
      <chakra.form
        noValidate
        aria-label="Decline"
        display="flex"
        flexDirection="column"
        gap={4}
        mt={4}
        onSubmit={(event) => {
          event.preventDefault();
          onDecline(reason);
          // The server's message is shown at the field.
          event.currentTarget.querySelector('textarea')?.focus();
        }}
      >
        {problem && <Problem>{problem}</Problem>}
        <Field.Root invalid={errors.length > 0} required>
          <Field.Label data-required="">Reason</Field.Label>
          <Textarea
            data-first-field=""
            rows={4}
            value={reason}
            onChange={({ target }) => {
              onEdit();
              setReason(target.value);
            }}
          />
          <ErrorText>{errors.join(', ') || undefined}</ErrorText>
        </Field.Root>
        <Flex gap={3} justify="flex-end" wrap="wrap">
          <Button type="button" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <DangerButton type="submit" aria-disabled={busy}>
            {busy ? 'Saving...' : 'Decline'}
          </DangerButton>
        </Flex>
      </chakra.form>
    </FormDialog>
  );
}
