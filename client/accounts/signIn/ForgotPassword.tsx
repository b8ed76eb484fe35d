import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormDialog } from '../../components/form/FormDialog';
import { TextField } from '../../components/form/TextField';
import { Notice } from '../../components/notice/Notice';
import { useOnce } from '../../components/useOnce';
import { client } from '../../graphql/client';
import { ForgotPasswordDocument } from '../../graphql/generated/accounts';
import { fieldErrors, serverMessage } from '../../graphql/graphErrors';

interface Props {
  /** The username already typed in the login form. */
  username: string;
  onClose: () => void;
}

/** Requests a temporary password by mail. The answer is the same whether or not the user exists. */
export function ForgotPassword({ username, onClose }: Props) {
  const [once, busy] = useOnce();
  const [sent, setSent] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ message?: string; field?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  const back = useRef<HTMLButtonElement>(null);

  const refuse = (text: string) => {
    setFailure({ field: text });
    form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus();
  };
  // The focused button is removed with the form.
  useEffect(() => {
    if (sent) back.current?.focus();
  }, [sent]);

  const send = async (typed: string) => {
    if (!typed) return refuse('You need to put username.');
    setFailure({});
    try {
      const { data } = await client.mutate({ mutation: ForgotPasswordDocument, variables: { username: typed } });
      setSent(data?.forgotPassword.message ?? `Password sent to user's email ${typed}`);
    } catch (error) {
      const wrong = fieldErrors(error).username?.[0];
      if (wrong) refuse(wrong);
      else setFailure({ message: serverMessage(error) ?? 'An unexpected error occurred' });
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('username')).trim();
    void once(() => send(typed));
  };

  return (
    <FormDialog
      title="Forgot Password"
      description={
        !sent && (
          <Text>We mail you a temporary password. It works once, within 24 hours; then you choose your own.</Text>
        )
      }
      onClose={onClose}
    >
      <chakra.div role="status" overflowWrap="anywhere">
        {sent && <Notice>{sent}</Notice>}
      </chakra.div>
      {sent ? (
        <Flex justify="flex-end" mt={4}>
          <Button ref={back} onClick={onClose}>
            Back to login
          </Button>
        </Flex>
      ) : (
        <chakra.form
          ref={form}
          noValidate
          aria-label="Forgot Password"
          onSubmit={submit}
          onInput={() => setFailure({})}
          display="flex"
          flexDirection="column"
          gap={4}
          mt={4}
        >
          {failure.message && (
            <Notice kind="danger" role="alert">
              {failure.message}
            </Notice>
          )}
          <TextField
            data-first-field=""
            label="Username"
            name="username"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Your email address"
            required
            defaultValue={username}
            error={failure.field}
          />
          <Flex gap={3} justify="flex-end" wrap="wrap">
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={busy}>
              {busy ? 'Sending...' : 'Send password'}
            </Button>
          </Flex>
        </chakra.form>
      )}
    </FormDialog>
  );
}
