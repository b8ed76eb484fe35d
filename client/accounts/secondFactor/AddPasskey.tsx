import { useApolloClient } from '@apollo/client/react';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useRef } from 'react';
import { InvalidInput } from '../../components/record/saveProblem';
import {
  AddPasskeyDocument,
  StartPasskeyDocument,
  type StartPasskeyMutation,
} from '../../graphql/generated/secondFactor';
import { FactorForm, type Field } from './FactorForm';
import { useFactorChange } from './useFactorChange';

interface Props {
  /** What the user has to enter besides the name. */
  proof: readonly Field[];
  onDone: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

function refuse(error: unknown): never {
  const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  const reason = isKnown
    ? 'This device already has a passkey for this account.'
    : 'No passkey was created. Please try again.';
  throw new InvalidInput({ response: [reason] });
}

/** Has the browser create a passkey, and the server keep its public part. */
export function AddPasskey({ proof, onDone, onClose }: Props) {
  const { mutate } = useApolloClient();
  const change = useFactorChange();
  /** Stays when the device refuses or is interrupted: the code works only once. */
  const challenge = useRef<StartPasskeyMutation['startPasskey'] | null>(null);
  return (
    <FactorForm
      title="Add a passkey"
      description="Your device asks for your fingerprint, face or PIN and keeps the passkey. Give it a name that tells it from your other passkeys."
      label="Add"
      fields={['name', ...proof]}
      send={async ({ name, currentPassword, code }) => {
        if (!challenge.current) {
          const { data } = await mutate({ mutation: StartPasskeyDocument, variables: { currentPassword, code } });
          if (!data) throw new Error('The response has no challenge.');
          challenge.current = data.startPasskey;
        }
        const { id, options } = challenge.current;
        const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
        const response = await startRegistration({ optionsJSON }).catch(refuse);
        challenge.current = null;
        onDone(await change(AddPasskeyDocument, { challengeId: id, name, response }));
      }}
      onClose={onClose}
    />
  );
}
