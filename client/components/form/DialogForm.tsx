import { Button, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { DangerButton } from '../notice/DangerButton';
import { Problem } from '../notice/Problem';
import { FormDialog } from './FormDialog';

interface Props {
  title: string;
  description: ReactNode;
  /** Another button, before the one that sends it. */
  other?: ReactNode;
  /** The label of the button that sends it. */
  label: string;
  /** Whether it deletes or loses something. */
  danger?: boolean;
  wide?: boolean;
  /** True while it is being sent, or cannot be sent yet. */
  busy: boolean;
  /** The error, if it belongs to no field. */
  problem: string | null;
  onClose: () => void;
  /** Called when any of the fields changes, such as to clear the errors. */
  onInput?: () => void;
  onSubmit: () => void;
  /** The fields; the one with `data-first-field` gets the focus. */
  children: ReactNode;
}

/** A form in a dialog, with Cancel and the button that sends it. */
export function DialogForm(props: Props) {
  const { title, description, other, label, danger, wide, busy, problem, onClose, onInput, onSubmit, children } = props;
  const Send = danger ? DangerButton : Button;
  return (
    <FormDialog title={title} description={description} wide={wide} onClose={onClose}>
      <chakra.form
        noValidate
        aria-label={title}
        display="flex"
        flexDirection="column"
        gap={4}
        mt={4}
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {problem && <Problem>{problem}</Problem>}
        {children}
        <Flex gap={3} justify="flex-end" wrap="wrap">
          <Button type="button" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          {other}
          <Send type="submit" aria-disabled={busy}>
            {label}
          </Send>
        </Flex>
      </chakra.form>
    </FormDialog>
  );
}
