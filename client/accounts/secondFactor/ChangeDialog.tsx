import { Suspense } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import {
  NewRecoveryCodesDocument,
  RemovePasskeyDocument,
  RemoveTotpDocument,
  RenamePasskeyDocument,
} from '../../graphql/generated/secondFactor';
import { FactorForm } from './FactorForm';
import type { Passkey } from './PasskeyList';
import { useFactorChange } from './useFactorChange';

/** Loaded when needed, with the code that draws QR codes and the code that creates passkeys. */
export const SetUpApp = lazyScreen(() => import('./SetUpApp').then((file) => file.SetUpApp));
export const AddPasskey = lazyScreen(() => import('./AddPasskey').then((file) => file.AddPasskey));

export type Dialog = 'set up' | 'turn off' | 'add' | 'codes' | { rename: Passkey } | { remove: Passkey };

const PASSWORD = ['currentPassword'] as const;
const PASSWORD_AND_CODE = [...PASSWORD, 'code'] as const;

interface Props {
  dialog: Dialog;
  /** Whether the user has an authenticator app: then changes of passkeys ask for a code. */
  hasApp: boolean;
  /** What to call after the change, with new recovery codes or null; `words` say that it is done. */
  done: (words: string) => (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

/** The dialog for one change of the second factor. */
export function ChangeDialog({ dialog, hasApp, done, onClose }: Props) {
  const change = useFactorChange();
  const proof = hasApp ? PASSWORD_AND_CODE : PASSWORD;
  if (dialog === 'set up')
    return (
      <Suspense>
        <SetUpApp onDone={done('Your authenticator app is set up.')} onClose={onClose} />
      </Suspense>
    );
  if (dialog === 'add')
    return (
      <Suspense>
        <AddPasskey proof={proof} onDone={done('Your passkey is added.')} onClose={onClose} />
      </Suspense>
    );
  if (dialog === 'turn off')
    return (
      <FactorForm
        title="Remove the authenticator app?"
        description="Its codes stop working. Anything else you have set up stays."
        label="Remove"
        danger
        fields={PASSWORD_AND_CODE}
        send={({ currentPassword, code }) =>
          change(RemoveTotpDocument, { currentPassword, code }).then(done('The authenticator app is removed.'))
        }
        onClose={onClose}
      />
    );
  if (dialog === 'codes')
    return (
      <FactorForm
        title="New recovery codes"
        description="You get ten new codes. The old ones stop working."
        label="Show new codes"
        fields={PASSWORD_AND_CODE}
        send={({ currentPassword, code }) =>
          change(NewRecoveryCodesDocument, { currentPassword, code }).then(done('You have new recovery codes.'))
        }
        onClose={onClose}
      />
    );
  if ('rename' in dialog)
    return (
      <FactorForm
        title="Rename the passkey"
        description=""
        label="Rename"
        fields={['name']}
        name={dialog.rename.name}
        send={({ name }) =>
          change(RenamePasskeyDocument, { id: dialog.rename.id, name }).then(done('The passkey is renamed.'))
        }
        onClose={onClose}
      />
    );
  return (
    <FactorForm
      title={`Remove the passkey ${dialog.remove.name}?`}
      description="It no longer signs you in. Remove it from your device as well."
      label="Remove"
      danger
      fields={proof}
      send={({ currentPassword, code }) =>
        change(RemovePasskeyDocument, { id: dialog.remove.id, currentPassword, code }).then(
          done('The passkey is removed.'),
        )
      }
      onClose={onClose}
    />
  );
}
