import { useApolloClient } from '@apollo/client/react';
import { Button, Link as ChakraLink, chakra, Flex, Text } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';
import { copyText } from '../../components/text/copyText';
import { ConfirmTotpDocument, StartTotpDocument, type StartTotpMutation } from '../../graphql/generated/secondFactor';
import { FactorForm } from './FactorForm';
import { QrCode } from './QrCode';
import { useFactorChange } from './useFactorChange';

const Secret = chakra('p', { base: { fontFamily: 'mono', fontSize: 'md', overflowWrap: 'anywhere' } });

interface Props {
  onDone: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

/** Connects an authenticator app: asks for the password, shows the secret, and asks for a code that proves the app has it. */
export function SetUpApp({ onDone, onClose }: Props) {
  const { mutate } = useApolloClient();
  const change = useFactorChange();
  const [started, setStarted] = useState<StartTotpMutation['startTotp'] | null>(null);

  if (!started) {
    return (
      <FactorForm
        key="password"
        title="Set up an authenticator app"
        description={
          <>
            <Text>Step 1 of 2. You need an app on your phone that shows codes; many password managers do.</Text>
            <Text mt={2}>First enter your password, so that nobody else can do this.</Text>
          </>
        }
        label="Continue"
        fields={['currentPassword']}
        send={async ({ currentPassword }) => {
          const { data } = await mutate({ mutation: StartTotpDocument, variables: { currentPassword } });
          if (data) setStarted(data.startTotp);
        }}
        onClose={onClose}
      />
    );
  }
  const { secret, uri } = started;
  const copy = async () => announce((await copyText(secret)) ? 'Secret copied' : 'The browser did not allow copying.');
  return (
    <FactorForm
      key="code"
      title="Set up an authenticator app"
      description="Step 2 of 2. Scan the QR code with the app, or type the secret into it. Then enter the code that it shows."
      label="Turn on"
      fields={['code']}
      ofApp
      send={async ({ code }) => onDone(await change(ConfirmTotpDocument, { code }))}
      onClose={onClose}
    >
      <Flex gap={4} wrap="wrap" align="center">
        <QrCode text={uri} label="The secret as a QR code for the app; it is also shown as text" />
        <chakra.div flex="1 1 10rem" minW={0}>
          <Text color="muted">Secret</Text>
          <Secret translate="no">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Secret>
          <Button type="button" variant="outline" mt={2} onClick={() => void copy()}>
            <Copy aria-hidden="true" />
            Copy
          </Button>
          {/* A phone cannot scan itself. */}
          <ChakraLink href={uri} display="flex" alignItems="center" minH="control">
            Open in an app on this device
          </ChakraLink>
        </chakra.div>
      </Flex>
    </FactorForm>
  );
}
