import { useApolloClient } from '@apollo/client/react';
import { Button, chakra, Flex } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import { Notice } from '../../components/notice/Notice';
import { useOnce } from '../../components/useOnce';
import { ResetPasswordDocument, type ResetPasswordMutation } from '../../graphql/generated/accounts';
import { fieldErrors, serverMessage } from '../../graphql/graphErrors';
import { PasswordField } from './PasswordField';

const fields = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  { name: 'password', label: 'New Password', autoComplete: 'new-password' },
  { name: 'passwordConfirmation', label: 'Confirm Password', autoComplete: 'new-password' },
] as const;
type Name = (typeof fields)[number]['name'];
type Errors = Partial<Record<Name, string>>;

interface Props {
  username: string;
  isTemporary: boolean;
  /** The alternative action beside the submit button. */
  other: { label: string; act: () => void };
  onDone: (signedIn: ResetPasswordMutation['resetPassword']) => void;
}

export function ResetPasswordForm({ username, isTemporary, other, onDone }: Props) {
  const { mutate } = useApolloClient();
  const [once, busy] = useOnce();
  const [message, setMessage] = useState<string | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);

  const refuse = (wrong: Errors) => {
    setErrors(wrong);
    const first = fields.find(({ name }) => wrong[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first.name}]`)?.focus();
  };

  const save = async (data: FormData) => {
    const variables = Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name))])) as Record<
      Name,
      string
    >;
    setMessage(null);
    setErrors({});
    try {
      const { data: answer } = await mutate({ mutation: ResetPasswordDocument, variables });
      if (!answer) throw new Error('The response has no user.');
      onDone(answer.resetPassword);
    } catch (error) {
      const wrong = Object.fromEntries(
        Object.entries(fieldErrors(error)).map(([name, texts]) => [name, texts.join(', ')]),
      );
      if (Object.keys(wrong).length) refuse(wrong);
      else setMessage(serverMessage(error) ?? 'An error occurred.');
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void once(() => save(data));
  };

  return (
    <chakra.form
      ref={form}
      noValidate
      aria-label="Reset Password"
      onSubmit={submit}
      onInput={() => {
        setErrors({});
        setMessage(null);
      }}
      display="flex"
      flexDirection="column"
      gap={4}
      mt={4}
    >
      {message && (
        <Notice kind="danger" role="alert">
          {message}
        </Notice>
      )}
      {/* Gives password managers the username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {fields.map(({ name, label, autoComplete }, index) => (
        <PasswordField
          key={name}
          data-first-field={index === 0 ? '' : undefined}
          label={label}
          name={name}
          autoComplete={autoComplete}
          placeholder={index === 0 && isTemporary ? 'The temporary one from the mail' : undefined}
          minLength={index ? 12 : undefined}
          required
          error={errors[name]}
        />
      ))}
      <Flex gap={3} justify="flex-end" wrap="wrap">
        <Button type="button" variant="outline" onClick={other.act}>
          {other.label}
        </Button>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving...' : 'Save password'}
        </Button>
      </Flex>
    </chakra.form>
  );
}
