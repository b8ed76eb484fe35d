import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { DialogForm } from '../../components/form/DialogForm';
import { Select } from '../../components/form/Select';
import { counted } from '../../components/text/counts';
import type { SystemLineFragment } from '../../graphql/generated/systems';
import { SystemSelect } from '../systems/SystemSelect';

interface Props {
  count: number;
  busy: boolean;
  failure: string | null;
  onClose: () => void;
  /** Null: values of their own. */
  onSubmit: (keySystemId: string | null) => void;
}

/** Gives the chosen models a key system, or values of their own. */
export function SetKeySystem({ count, busy, failure, onClose, onSubmit }: Props) {
  const [isOwn, setOwn] = useState(false);
  const [system, setSystem] = useState<SystemLineFragment | null>(null);
  const [error, setError] = useState<string>();
  const submit = () => {
    if (isOwn) onSubmit(null);
    else if (system) onSubmit(system.id);
    else setError('Please choose a key system.');
  };
  return (
    <DialogForm
      title={`Set the key system of ${counted(count, 'model')}`}
      description={
        <Text>The next page shows the old and the new values of each. Nothing changes until you apply it.</Text>
      }
      label={busy ? 'Preparing...' : 'Preview'}
      busy={busy}
      problem={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        label="They have"
        value={isOwn ? 'own' : 'system'}
        options={[
          ['system', 'The values of a key system'],
          ['own', 'Their own values: those that they have now'],
        ]}
        onChange={(choice) => setOwn(choice === 'own')}
      />
      {!isOwn && (
        <SystemSelect
          label="Key system"
          placeholder="Find a key system"
          required
          value={system}
          error={error}
          onChange={(chosen) => {
            setError(undefined);
            setSystem(chosen);
          }}
        />
      )}
    </DialogForm>
  );
}
