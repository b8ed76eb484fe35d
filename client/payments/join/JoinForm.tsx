import { Button, Link as ChakraLink, chakra, Flex } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { TermsTick } from '../../components/form/TermsTick';
import { TextField } from '../../components/form/TextField';
import { Notice } from '../../components/notice/Notice';
import { useOnce } from '../../components/useOnce';
import type { SetupFragment } from '../../graphql/generated/payments';
import { errorCode, fieldErrors } from '../../graphql/graphErrors';
import { checkoutPath, paths } from '../../paths';
import { messageOf } from '../paymentFailure';
import { useStart } from '../useStart';
import type { Joiner } from './joiner';

type Errors = Partial<Record<keyof Joiner, string>>;
const NAMES = ['company', 'fullName', 'email'] as const;
const EMPTY: Record<keyof Joiner, string> = {
  company: 'The company field is required.',
  fullName: 'The full name field is required.',
  email: 'The email field is required.',
};

interface Props {
  joiner: Joiner;
  onStarted: (joiner: Joiner, setup: SetupFragment) => void;
}

/** The new user's details. The server checks that the email is free before any payment. */
export function JoinForm({ joiner, onStarted }: Props) {
  const { startJoin } = useStart();
  const [once, busy] = useOnce();
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string | null>(null);
  /** An email that already has an account. */
  const [taken, setTaken] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [agreed, setAgreed] = useState(true);

  useEffect(() => {
    const first = NAMES.find((name) => errors[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  }, [errors]);

  const clear = () => {
    setErrors({});
    setMessage(null);
    setTaken(null);
  };

  const send = async (data: FormData) => {
    const read = (name: keyof Joiner) => String(data.get(name) ?? '').trim();
    const next: Joiner = { company: read('company'), fullName: read('fullName'), email: read('email') };
    clear();
    const empty = NAMES.filter((name) => !next[name]).map((name) => [name, EMPTY[name]]);
    if (empty.length) return setErrors(Object.fromEntries(empty));
    try {
      onStarted(next, await startJoin(false, next));
    } catch (error) {
      const wrong = fieldErrors(error);
      const own = NAMES.flatMap((name) => (wrong[name] ? [[name, wrong[name].join(', ')]] : []));
      if (own.length) setErrors(Object.fromEntries(own));
      else setMessage(messageOf(error));
      if (errorCode(error) === 'EMAIL_TAKEN') setTaken(next.email);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void once(() => send(data));
  };

  return (
    <chakra.form
      ref={form}
      noValidate
      method="post"
      aria-label="Join"
      onSubmit={submit}
      onInput={clear}
      display="flex"
      flexDirection="column"
      gap={4}
    >
      {message && (
        <Notice kind="danger" role="alert">
          {message}
        </Notice>
      )}
      <TextField
        label="Company"
        name="company"
        autoComplete="organization"
        required
        defaultValue={joiner.company}
        error={errors.company}
      />
      <TextField
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        defaultValue={joiner.fullName}
        error={errors.fullName}
      />
      <div>
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={joiner.email}
          error={errors.email}
        />
        {taken && (
          <Flex columnGap={5} wrap="wrap">
            <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
              <Link to={paths.login}>Log in</Link>
            </ChakraLink>
            <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
              <Link to={checkoutPath(taken)}>Extend account</Link>
            </ChakraLink>
          </Flex>
        )}
      </div>
      <TermsTick paying onChange={setAgreed} />
      <Button type="submit" disabled={!agreed} aria-disabled={busy} alignSelf="flex-start">
        {busy ? 'Processing...' : 'Continue to payment'}
      </Button>
    </chakra.form>
  );
}
