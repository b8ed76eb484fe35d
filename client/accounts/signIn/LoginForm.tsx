import { Button, Link as ChakraLink, chakra, Text } from '@chakra-ui/react';
import { FingerprintPattern } from 'lucide-react';
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
import { CodeField } from './CodeField';
import { type LoginFailure, missing } from './loginInput';
import { PasswordField } from './PasswordField';
import { ResetNotice } from './ResetNotice';
import { useHasPasskeys, useUsesCode } from './thisBrowser';

const ForgotPassword = lazyScreen(() => import('./ForgotPassword').then((file) => file.ForgotPassword));

const loadGraph = () => import('./signIn');
const loadPasskeys = () => import('./passkeySignIn');
const preloadPasskeys = () => void loadPasskeys().catch(() => {});

const NO_ANSWER = { message: 'Network error or unexpected error occurred.' };

/** Does not navigate: once the session starts, the gate in routes.tsx redirects /login to the requested page. */
export function LoginForm() {
  const { notice, unpaid } = useSession();
  const { state } = useLocation();
  const [once, busy] = useOnce();
  const [oncePasskey, busyPasskey] = useOnce();
  const canUsePasskeys = useHasPasskeys();
  /** Why the form asks for a code, if none has been used in this browser before. */
  const [codeAsked, setCodeAsked] = useState<'by the user' | 'after a refusal' | null>(null);
  const asksForCode = useUsesCode() || codeAsked !== null;
  const [agreed, setAgreed] = useState(true);
  const [failure, setFailure] = useState<LoginFailure>({ message: notice, unpaid });
  const form = useRef<HTMLFormElement>(null);
  /** The initial username of the Forgot Password dialog; null while it is closed. */
  const [forgotten, setForgotten] = useState<string | null>(null);

  // Load the submit code while the user fills in the form. Sign In waits for it.
  useEffect(() => void loadGraph().catch(() => {}), []);

  const fail = (next: LoginFailure) => {
    setFailure(next);
    if (next.isWrong) setCodeAsked(codeAsked ?? 'after a refusal');
    const first = (['username', 'password', 'code'] as const).find((name) => next.fields?.[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };

  const send = async (data: FormData) => {
    const variables = {
      username: String(data.get('username')).trim(),
      password: String(data.get('password')),
      remember: data.has('remember'),
      code: String(data.get('code') ?? '').trim() || null,
      trustDevice: data.has('trustDevice'),
    };
    const empty = missing(variables);
    if (empty) return fail(empty);
    setFailure({});
    const outcome = await loadGraph().then(
      ({ signIn }) => signIn(variables),
      () => NO_ANSWER,
    );
    if (outcome) fail(outcome);
  };

  const signInByPasskey = () =>
    oncePasskey(async () => {
      setFailure({});
      const remember = new FormData(form.current ?? undefined).has('remember');
      const outcome = await loadPasskeys().then(
        ({ signInWithPasskey }) => signInWithPasskey(remember),
        () => NO_ANSWER,
      );
      if (outcome) setFailure(outcome);
    });

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
        {asksForCode ? (
          <CodeField takesFocus={codeAsked === 'by the user'} error={fields?.code} />
        ) : (
          <Button
            type="button"
            variant="plain"
            px={0}
            alignSelf="flex-start"
            onClick={() => setCodeAsked('by the user')}
          >
            I use a second factor
          </Button>
        )}
        <div>
          <TermsTick onChange={setAgreed} />
          <Checkbox name="remember" label="Keep me logged in" />
          {asksForCode && <Checkbox name="trustDevice" label="Do not ask for a code in this browser for 30 days" />}
        </div>
        <div>
          <Button type="submit" w="full" disabled={!agreed} aria-busy={busy} aria-describedby="why-disabled">
            {busy ? 'Signing in...' : 'Sign In'}
          </Button>
          <Text id="why-disabled" role="status" textAlign="center">
            {!agreed && 'Agree to the terms to sign in.'}
          </Text>
        </div>
        {canUsePasskeys && (
          <Button
            type="button"
            variant="outline"
            disabled={!agreed}
            aria-busy={busyPasskey}
            aria-describedby="why-disabled"
            onPointerEnter={preloadPasskeys}
            onFocus={preloadPasskeys}
            onClick={() => void signInByPasskey()}
          >
            <FingerprintPattern aria-hidden="true" />
            {busyPasskey ? 'Waiting for your passkey...' : 'Use a passkey'}
          </Button>
        )}
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
