import { Button, Text } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { FootBar } from '../bars/FootBar';
import { LinkButton } from '../LinkButton';
import { DangerButton } from '../notice/DangerButton';

interface Props {
  label: 'Save' | 'Update';
  busy: 'saving' | 'deleting' | null;
  /** The text shown while a save waits for uploads; null if it does not wait. */
  waiting: string | null;
  disabled: boolean;
  /** Absent if the user has no access to the list. */
  listPath?: string | undefined;
  /** The maximum width of the fields. */
  maxW?: string | undefined;
  onDelete?: (() => void) | undefined;
}

/** Busy buttons use aria-disabled instead of disabled, to keep the focus. */
export const SaveBar = ({ label, busy, waiting, disabled, listPath, maxW, onDelete }: Props) => {
  const off = disabled || busy !== null;
  return (
    <FootBar maxW={maxW} mt={6} gap={{ base: 2, sm: 3 }} css={{ '& button, & a': { px: { base: 3, sm: 4 } } }}>
      <Button
        type="submit"
        aria-disabled={off}
        onClick={(event) => {
          if (off) event.preventDefault();
        }}
      >
        {busy === 'saving' ? 'Saving...' : label}
      </Button>
      {listPath && <LinkButton to={listPath}>List</LinkButton>}
      <Text role="status" flex={1} minW={0} color="muted">
        {waiting}
      </Text>
      {onDelete && (
        <DangerButton type="button" aria-disabled={off} onClick={() => !off && onDelete()}>
          <Trash2 aria-hidden="true" />
          {busy === 'deleting' ? 'Deleting...' : 'Delete'}
        </DangerButton>
      )}
    </FootBar>
  );
};
