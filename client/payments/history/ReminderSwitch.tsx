import { useApolloClient } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Checkbox } from '../../components/form/Checkbox';
import { RemindersDocument, SetRemindersDocument } from '../../graphql/generated/history';
import { useRead } from '../../graphql/useRead';

/** Whether the user is reminded before the subscription ends. Saved at once. */
export function ReminderSwitch() {
  const { mutate } = useApolloClient();
  const { data, refetch } = useRead(RemindersDocument, { fetchPolicy: 'cache-and-network' });
  const [failed, setFailed] = useState(false);
  if (!data) return null;

  const turn = async (on: boolean) => {
    setFailed(false);
    try {
      await mutate({
        mutation: SetRemindersDocument,
        variables: { on },
        update: (cache, { data: saved }) =>
          saved && cache.writeQuery({ query: RemindersDocument, data: { reminders: saved.setReminders } }),
      });
    } catch {
      setFailed(true);
      await refetch().catch(() => {});
    }
  };
  return (
    <div>
      <Checkbox
        key={String(failed)}
        name="reminders"
        label="Remind me by mail 30 and 7 days before my subscription ends"
        defaultChecked={data.reminders.on}
        onChange={(on) => void turn(on)}
      />
      {failed && (
        <Text role="alert" color="danger">
          This was not saved. Please try again.
        </Text>
      )}
    </div>
  );
}
