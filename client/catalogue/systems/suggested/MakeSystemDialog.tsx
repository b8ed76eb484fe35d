import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { DialogForm } from '../../../components/form/DialogForm';
import { TextField } from '../../../components/form/TextField';
import { toast } from '../../../components/notice/toast';
import { counted } from '../../../components/text/counts';
import { useOnce } from '../../../components/useOnce';
import { MakeKeySystemDocument } from '../../../graphql/generated/suggested';
import { fieldErrors, serverMessage } from '../../../graphql/graphErrors';
import { useForgetFields } from '../../../graphql/useForgetFields';
import { keySystemPaths } from '../../../paths';
import type { Suggested } from './SuggestedSystems';

interface Props {
  suggested: Suggested;
  onClose: () => void;
  onMade: () => void;
}

/** The make and the number, if there is one: "Kawasaki 421". */
const nameOf = ({ models, dsd, hpc }: Suggested) => [models[0]?.split(' ')[0], hpc || dsd].filter(Boolean).join(' ');

/** Asks for the name of a key system, makes it, and gives it to its models. */
export function MakeSystemDialog({ suggested, onClose, onMade }: Props) {
  const [name, setName] = useState(nameOf(suggested));
  const [error, setError] = useState<unknown>();
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const [once, busy] = useOnce();
  const wrong = fieldErrors(error).name?.[0];

  const submit = () =>
    void once(async () => {
      setError(undefined);
      try {
        const { data } = await mutate({
          mutation: MakeKeySystemDocument,
          variables: { input: { modelId: suggested.id, name } },
        });
        const made = data?.makeKeySystem;
        forget(['keySystems', 'models', 'model', 'imports']);
        toast(
          `${made?.name} was made for ${counted(made?.modelsCount ?? 0, 'model')}. It can be undone under Import.`,
          made && keySystemPaths.edit(made.id),
        );
        onMade();
      } catch (failure) {
        setError(failure);
      }
    });

  return (
    <DialogForm
      title="Make a key system"
      description={`${counted(suggested.modelsCount, 'model')} with these measures will have it. Their values stay the same.`}
      label={busy ? 'Making…' : 'Make'}
      busy={busy}
      problem={
        error !== undefined && !wrong ? (serverMessage(error) ?? 'The key system could not be made. Try again.') : null
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        data-first-field=""
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wrong}
        autoComplete="off"
      />
    </DialogForm>
  );
}
