import { Field } from '@chakra-ui/react';
import { ErrorText } from '../../../components/form/ErrorText';
import { SelectControl } from '../../../components/form/Select';
import { Problem } from '../../../components/notice/Problem';
import { formatCount } from '../../../components/text/counts';
import { ClientOptionsDocument } from '../../../graphql/generated/users';
import { useRead } from '../../../graphql/useRead';

interface Props {
  label: string;
  /** The client that cannot be chosen. */
  not: string;
  /** Whether the chosen one needs a free seat. */
  seat?: boolean;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** A choice among the other clients. */
export function OtherClient({ label, not, seat, value, error, onChange }: Props) {
  const { data, error: failure, refetch } = useRead(ClientOptionsDocument, { fetchPolicy: 'cache-and-network' });
  if (failure && !data) return <Problem onRetry={() => void refetch()}>The clients did not load.</Problem>;
  return (
    <Field.Root invalid={Boolean(error)} required>
      <Field.Label data-required="">{label}</Field.Label>
      <Field.Context>
        {({ getSelectProps }) => (
          <SelectControl
            {...(getSelectProps() as object)}
            data-first-field=""
            aria-busy={!data}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="" disabled>
              {data ? 'Choose one' : 'Loading...'}
            </option>
            {data?.clientOptions
              .filter(({ id }) => id !== not)
              .map(({ id, name, maxUsers, usersCount }) => (
                <option key={id} value={id} disabled={seat && usersCount >= maxUsers}>
                  {`${name} (${formatCount(usersCount)} of ${formatCount(maxUsers)} seats taken)`}
                </option>
              ))}
          </SelectControl>
        )}
      </Field.Context>
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
