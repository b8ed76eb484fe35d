import { Stack } from '@chakra-ui/react';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { DialogForm } from '../../components/form/DialogForm';
import { TextField } from '../../components/form/TextField';
import { useAction } from '../../components/record/useAction';
import { useSession } from '../../session';
import { CodeField } from '../signIn/CodeField';
import { PasswordField } from '../signIn/PasswordField';

export type Field = 'name' | 'currentPassword' | 'code';
type Values = Record<Field, string>;

interface Props {
  title: string;
  description: ReactNode;
  label: string;
  danger?: boolean;
  fields: readonly Field[];
  /** Whether the code must be of the app, not a recovery code. */
  ofApp?: boolean;
  /** The present name of a passkey. */
  name?: string;
  send: (values: Values) => Promise<unknown>;
  onClose: () => void;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** A dialog that changes the second factor, and asks for what the server needs for that, such as the password. */
export function FactorForm(props: Props) {
  const {
    title,
    description,
    label,
    danger = false,
    fields,
    ofApp = false,
    name = '',
    send,
    onClose,
    children,
  } = props;
  const { user } = useSession();
  const { run, busy, errors, problem, clear } = useAction();
  const [values, setValues] = useState<Values>({ name, currentPassword: '', code: '' });
  const area = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when other fields are wrong
  useEffect(() => area.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus(), [errors]);

  const propsOf = (field: Field) => ({
    name: field,
    value: values[field],
    required: true,
    error: errors[field]?.join(', '),
    'data-first-field': field === fields[0] ? '' : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [field]: target.value }),
  });
  const controls: Record<Field, () => ReactNode> = {
    name: () => (
      <TextField label="Name" placeholder="Such as: my phone" autoComplete="off" maxLength={60} {...propsOf('name')} />
    ),
    currentPassword: () => (
      <PasswordField label="Current Password" autoComplete="current-password" {...propsOf('currentPassword')} />
    ),
    code: () => <CodeField ofApp={ofApp} {...propsOf('code')} />,
  };

  return (
    <DialogForm
      title={title}
      description={description}
      label={busy ? 'Please wait...' : label}
      danger={danger}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onInput={clear}
      onSubmit={() => void run(() => send(values), fields)}
    >
      {children}
      <Stack ref={area} gap={4}>
        {/* Gives password managers the username. */}
        <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        {fields.map((field) => (
          <div key={field}>{controls[field]()}</div>
        ))}
      </Stack>
    </DialogForm>
  );
}
