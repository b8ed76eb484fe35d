import { useApolloClient } from '@apollo/client/react';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { InvalidInput } from '../../components/record/saveProblem';
import { AddPasskeyDocument, StartPasskeyDocument } from '../../graphql/generated/secondFactor';
import { FactorForm } from './FactorForm';
import { useFactorChange } from './useFactorChange';

interface Props {
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
export function AddPasskey({ onDone, onClose }: Props) {
  const { mutate } = useApolloClient();
  const change = useFactorChange();
  return (
    <FactorForm
      title="Add a passkey"
      description="Your device asks for your fingerprint, face or PIN and keeps the passkey. Give it a name that tells it from your other passkeys."
      label="Add"
      fields={['name', 'currentPassword']}
      send={async ({ name, currentPassword }) => {
        const { data } = await mutate({ mutation: StartPasskeyDocument, variables: { currentPassword } });
        if (!data) throw new Error('The response has no challenge.');
        const { id, options } = data.startPasskey;
        const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
        const response = await startRegistration({ optionsJSON }).catch(refuse);
        onDone(await change(AddPasskeyDocument, { challengeId: id, name, response }));
      }}
      onClose={onClose}
    />
  );
}
