import { Button, Link as ChakraLink, chakra, Text } from '@chakra-ui/react';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Checkbox } from '../../components/form/Checkbox';
import { TermsTick } from '../../components/form/TermsTick';
import { TextField } from '../../components/form/TextField';
import { lazyScreen } from '../../components/lazyScreen';
import { Notice } from '../../components/notice/Notice';
import { useOnce } from '../../components/useOnce';
import { checkoutPath } from '../../paths';
import { useSession } from '../../session';
import { type LoginFailure, missing } from './loginInput';
import { PasswordField } from './PasswordField';
import { ResetNotice } from './ResetNotice';

const ForgotPassword = lazyScreen(() => import('./ForgotPassword').then((file) => file.ForgotPassword));

const loadGraph = () => import('./signIn');

/** Does not navigate: once the session starts, the gate in routes.tsx redirects /login to the requested page. */
export function LoginForm() {
  const { notice, unpaid } = useSession();
  const { state } = useLocation();
  const [once, busy] = useOnce();
  const [agreed, setAgreed] = useState(true);
  const [failure, setFailure] = useState<LoginFailure>({ message: notice, unpaid });
  const form = useRef<HTMLFormElement>(null);
  /** The initial username of the Forgot Password dialog; null while it is closed. */
  const [forgotten, setForgotten] = useState<string | null>(null);

  // Load the submit code while the user fills in the form. Sign In waits for it.
  useEffect(() => void loadGraph().catch(() => {}), []);

  const fail = (next: LoginFailure) => {
    setFailure(next);
    const first = next.fields?.username ? 'username' : next.fields?.password ? 'password' : null;
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };

  const send = async (data: FormData) => {
    const variables = {
      username: String(data.get('username')).trim(),
      password: String(data.get('password')),
      remember: data.has('remember'),
    };
    const empty = missing(variables);
    if (empty) return fail(empty);
    setFailure({});
    const outcome = await loadGraph().then(
      ({ signIn }) => signIn(variables),
      () => ({ message: 'Network error or unexpected error occurred.' }),
    );
    if (outcome) fail(outcome);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void once(() => send(data));
  };

  const askForPassword = () =>
    setForgotten(form.current?.querySelector<HTMLInputElement>('[name=username]')?.value ?? '');

  const { message, fields } = failure;
  return (
    <>
      <ResetNotice onReset={askForPassword} />
      <chakra.form
        ref={form}
        noValidate
        // Without scripts, the password must not be in a URL.
        method="post"
        onSubmit={submit}
        onChange={() => setFailure({})}
        display="flex"
        flexDirection="column"
        gap={4}
      >
        {message && (
          <Notice kind="danger" role="alert">
            <Text>{message}</Text>
            {failure.unpaid && (
              <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
                <Link to={checkoutPath(failure.unpaid)} state={state}>
                  Extend account
                </Link>
              </ChakraLink>
            )}
          </Notice>
        )}
        <TextField
          label="Email"
          name="username"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={state?.username}
          error={fields?.username}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={fields?.password}
        />
        <div>
          <TermsTick onChange={setAgreed} />
          <Checkbox name="remember" label="Keep me logged in" />
        </div>
        <div>
          <Button type="submit" w="full" disabled={!agreed} aria-busy={busy} aria-describedby="why-disabled">
            {busy ? 'Signing in...' : 'Sign In'}
          </Button>
          <Text id="why-disabled" role="status" textAlign="center">
            {!agreed && 'Agree to the terms to sign in.'}
          </Text>
        </div>
        <Button
          type="button"
          variant="plain"
          onPointerEnter={ForgotPassword.preload}
          onFocus={ForgotPassword.preload}
          onClick={askForPassword}
        >
          Forgot password?
        </Button>
      </chakra.form>
      <Suspense>
        {forgotten !== null && <ForgotPassword username={forgotten} onClose={() => setForgotten(null)} />}
      </Suspense>
    </>
  );
}
