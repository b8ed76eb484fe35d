import { Stack } from '@chakra-ui/react';
import { Select } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import { InvalidInput } from '../../components/record/saveProblem';
import { afterDays, endOf, LIFETIMES } from './tokenWords';

export interface Expiry {
  /** A number of days, `day` or `keep`. */
  choice: string;
  day: string;
}

/** The time at which the token expires; undefined to keep the present one. */
export function expiryOf({ choice, day }: Expiry): string | undefined {
  if (choice === 'keep') return undefined;
  if (choice !== 'day') return afterDays(choice);
  if (!day) throw new InvalidInput({ expiresAt: ['Choose the last day.'] });
  return endOf(day);
}

interface Props {
  value: Expiry;
  onChange: (value: Expiry) => void;
  error?: string | undefined;
  /** The label of the choice to keep the expiry; absent if it cannot be kept. */
  keep?: string | undefined;
}

/** When a token expires: after a number of days, or on a chosen day. */
export const ExpiryFields = ({ value, onChange, error, keep }: Props) => (
  <Stack gap={3}>
    <Select
      label="Expires"
      value={value.choice}
      options={[
        ...(keep ? [['keep', keep] as const] : []),
        ...LIFETIMES.map((days) => [days, `In ${days} days`] as const),
        ['day', 'On another day'],
      ]}
      onChange={(choice) => onChange({ ...value, choice })}
    />
    {(value.choice === 'day' || error) && (
      <TextField
        label="Last day (UTC), within a year"
        type="date"
        maxW="12rem"
        max="9999-12-31"
        value={value.day}
        error={error}
        onChange={({ target }) => onChange({ choice: 'day', day: target.value })}
      />
    )}
  </Stack>
);
