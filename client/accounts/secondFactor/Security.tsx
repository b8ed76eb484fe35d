import { Box, Button, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Check, KeyRound, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { afterPaint } from '../../afterPaint';
import { Notice } from '../../components/notice/Notice';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { PageHeading, presentHeading } from '../../components/PageHeading';
import { useAction } from '../../components/record/useAction';
import { counted } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import {
  ForgetTrustedDevicesDocument,
  MySecondFactorDocument,
  type OwnSecondFactorFragment,
} from '../../graphql/generated/secondFactor';
import { useRead } from '../../graphql/useRead';
import { requireSecondFactor, useSession } from '../../session';
import { MyTokens } from '../apiTokens/MyTokens';
import { useHasPasskeys } from '../signIn/thisBrowser';
import { AddPasskey, ChangeDialog, type Dialog, SetUpApp } from './ChangeDialog';
import { PasskeyList } from './PasskeyList';
import { RecoveryCodes } from './RecoveryCodes';
import { Section } from './Section';
import { useFactorChange } from './useFactorChange';

/** How the user signs in now, in words. */
function stateOf({ totpSince, passkeys }: OwnSecondFactorFragment) {
  if (totpSince && passkeys.length > 0) return 'You sign in with a passkey, or with your password and a code.';
  if (totpSince) return 'You sign in with your password and a code from your authenticator app.';
  if (passkeys.length > 0) return 'You sign in with a passkey, or with your password and a recovery code.';
  return 'Your password alone signs you in. With a second factor, nobody can sign in with a stolen password.';
}

/** The second factor of the signed-in user: the authenticator app, passkeys, and what helps if a device is lost. */
export function Security() {
  const { data, error, loading, refetch } = useRead(MySecondFactorDocument, { fetchPolicy: 'cache-and-network' });
  const { secondFactorRequired } = useSession();
  const { state } = useLocation();
  const navigate = useNavigate();
  const change = useFactorChange();
  const canUsePasskeys = useHasPasskeys();
  const { run, problem } = useAction();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const factor = data?.mySecondFactor;
  const hasAny = factor && (factor.totpSince !== null || factor.passkeys.length > 0);

  const close = () => setDialog(null);
  const done = (words: string) => (recoveryCodes: string[] | null) => {
    close();
    setCodes(recoveryCodes);
    if (recoveryCodes) return;
    toast(words);
    // The button that was pressed may be gone.
    afterPaint(() => document.activeElement === document.body && presentHeading()?.focus());
  };
  const goOn = () => {
    setCodes(null);
    if (!secondFactorRequired) return;
    requireSecondFactor(false);
    if (state?.from) void navigate(state.from, { replace: true });
  };
  const forget = () =>
    run(() => change(ForgetTrustedDevicesDocument, {}).then(done('No browser is trusted any more.')));

  if (codes) {
    return (
      <Box p={{ base: 4, lg: 6 }} maxW="measure">
        <PageHeading mb={4}>Sign-in security</PageHeading>
        <RecoveryCodes codes={codes} onKept={goOn} />
      </Box>
    );
  }
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="measure" aria-busy={loading}>
      <PageHeading>Sign-in security</PageHeading>
      <Stack gap={4} mt={2}>
        {secondFactorRequired && (
          <Notice>
            {hasAny ? (
              <>
                <Text mb={2}>Your second factor is set up.</Text>
                <Button onClick={goOn}>Go on</Button>
              </>
            ) : (
              <Text>Administrators need a second factor here. Set one up to go on.</Text>
            )}
          </Notice>
        )}
        {error && !factor && <Problem onRetry={() => void refetch()}>Your sign-in security did not load.</Problem>}
        {!factor && loading && <Skeleton h="20rem" />}
        {factor && (
          <>
            <div>
              <Text fontWeight="semibold">{stateOf(factor)}</Text>
              <Text mt={1}>
                If you lose your device, sign in with a recovery code; if you have none left, ask an administrator to
                reset your second factor.
              </Text>
            </div>
            <Section title="Authenticator app">
              <Text>
                {factor.totpSince
                  ? `On since ${formatDay(factor.totpSince)}. It shows a new code every 30 seconds.`
                  : 'An app on your phone shows a new code every 30 seconds.'}
              </Text>
              {factor.totpSince ? (
                <Button variant="outline" onClick={() => setDialog('turn off')}>
                  <Trash2 aria-hidden="true" />
                  Remove the app
                </Button>
              ) : (
                <Button
                  variant={hasAny ? 'outline' : 'solid'}
                  onPointerEnter={SetUpApp.preload}
                  onFocus={SetUpApp.preload}
                  onClick={() => setDialog('set up')}
                >
                  <Smartphone aria-hidden="true" />
                  Set up an app
                </Button>
              )}
            </Section>
            <Section title="Passkeys">
              <Text>A passkey signs you in with your fingerprint, face or PIN, without your password.</Text>
              <PasskeyList
                passkeys={factor.passkeys}
                onRename={(rename) => setDialog({ rename })}
                onRemove={(remove) => setDialog({ remove })}
              />
              {canUsePasskeys ? (
                <Button
                  variant="outline"
                  onPointerEnter={AddPasskey.preload}
                  onFocus={AddPasskey.preload}
                  onClick={() => setDialog('add')}
                >
                  <KeyRound aria-hidden="true" />
                  Add a passkey
                </Button>
              ) : (
                <Text color="muted">This browser does not support passkeys.</Text>
              )}
            </Section>
            {hasAny && (
              <>
                <Section title="Recovery codes">
                  <Text>
                    {counted(factor.recoveryCodesLeft, 'code')} left. Each works once, in place of a code of the app.
                  </Text>
                  {factor.totpSince || factor.recoveryCodesLeft > 0 ? (
                    <Button variant="outline" onClick={() => setDialog('codes')}>
                      New codes
                    </Button>
                  ) : (
                    <Text>To get new ones, remove your passkeys and add one again.</Text>
                  )}
                </Section>
                <Section title="Trusted browsers">
                  <Text>
                    {factor.trustedDevices === 0
                      ? 'Every browser asks for a code when you sign in with your password.'
                      : `No code is asked for in ${counted(factor.trustedDevices, 'browser')}, for 30 days after the sign-in.`}
                  </Text>
                  {problem && <Problem onRetry={() => void forget()}>{problem}</Problem>}
                  {factor.trustedDevices > 0 && (
                    <Button variant="outline" onClick={() => void forget()}>
                      <Check aria-hidden="true" />
                      Forget all
                    </Button>
                  )}
                </Section>
              </>
            )}
            <MyTokens />
          </>
        )}
      </Stack>
      {dialog && <ChangeDialog dialog={dialog} hasApp={Boolean(factor?.totpSince)} done={done} onClose={close} />}
    </Box>
  );
}
