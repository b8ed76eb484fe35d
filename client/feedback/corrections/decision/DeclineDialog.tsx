import { Field, Text, Textarea } from '@chakra-ui/react';
import { useState } from 'react';
import { Checkbox } from '../../../components/form/Checkbox';
import { DialogForm } from '../../../components/form/DialogForm';
import { ErrorText } from '../../../components/form/ErrorText';

interface Props {
  /** Whether it is a disputed value, which several may have reported. */
  isDispute: boolean;
  /** The name of the company that sent it, if one alone did. */
  company: string | undefined;
  /** The error message about the reason. */
  errors: readonly string[];
  problem: string | null;
  busy: boolean;
  onEdit: () => void;
  onClose: () => void;
  onDecline: (reason: string, allOfCompany: boolean) => void;
}

/** Asks for a reason, which the author of the correction can read. */
export function DeclineDialog({ isDispute, company, errors, problem, busy, onEdit, onClose, onDecline }: Props) {
  const [reason, setReason] = useState('');
  const [all, setAll] = useState(false);
  return (
    <DialogForm
      title={isDispute ? 'Decline the dispute?' : 'Decline the correction?'}
      description={
        <Text>
          {isDispute
            ? 'The value stays. Everybody who disputes it is mailed the reason, and sees it under My corrections.'
            : 'The sender is mailed the reason, and sees it under My corrections.'}
        </Text>
      }
      label={busy ? 'Saving...' : all ? 'Decline all' : 'Decline'}
      danger
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => {
        onDecline(reason, all);
        // The server's message is shown at the field.
        document.querySelector<HTMLElement>('[role=dialog] textarea')?.focus();
      }}
    >
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
      {company && (
        <Checkbox
          label={`Also decline everything else that only ${company} has sent and that is open`}
          name="all"
          onChange={setAll}
        />
      )}
    </DialogForm>
  );
}
