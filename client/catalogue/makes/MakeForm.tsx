import { useApolloClient } from '@apollo/client/react';
import { Box, chakra, Text } from '@chakra-ui/react';
import { BookOpen } from 'lucide-react';
import { FormField } from '../../components/form/FormField';
import { ImagePicker } from '../../components/images/ImagePicker';
import { LinkButton } from '../../components/LinkButton';
import { RecordForm } from '../../components/record/RecordForm';
import { RecordProblem } from '../../components/record/RecordProblem';
import { type FormMode, useFormRecord } from '../../components/record/useRecord';
import { DeleteMakeDocument, MakeDocument, SaveMakeDocument } from '../../graphql/generated/backOffice';
import { lookupPath } from '../../paths';
import { useForget } from '../catalogueChanges';
import { useSendImage } from '../useSendImage';
import { makeInput, makeKind, noMake, readMake } from './makeRecord';

export function MakeForm({ mode }: { mode: FormMode }) {
  const sendIcon = useSendImage('ICON');
  const { mutate, query } = useApolloClient();
  const forget = useForget();
  const { id, data, loading, missing, failed, retry } = useFormRecord(MakeDocument, mode);
  if (missing || failed) {
    return (
      <RecordProblem kind={makeKind} mode={mode} onRetry={missing ? undefined : retry}>
        {missing ? 'No make data available' : 'The make did not load.'}
      </RecordProblem>
    );
  }

  const read = data ? readMake(data.make) : null;
  const isEdit = mode === 'edit';
  const isCopy = mode === 'copy';
  const values = read?.values ?? noMake;
  return (
    <RecordForm
      key={`${mode} ${id} ${loading}`}
      kind={makeKind}
      record={isEdit ? read : null}
      // Two makes with one name could not be told apart.
      values={isCopy ? { ...values, displayName: '' } : values}
      copyOf={isCopy ? (read?.name ?? '') : undefined}
      focus={isCopy ? 'displayName' : undefined}
      links={
        isEdit && (
          <LinkButton to={lookupPath({ make: id, mode: 'year' })} Icon={BookOpen}>
            Open the lookup
          </LinkButton>
        )
      }
      loading={loading}
      save={async (values, { version, base }) => {
        const about = isEdit ? { id, version } : isCopy ? { copyOf: id } : {};
        const input = { ...about, ...makeInput(values, base) };
        const { data: saved } = await mutate({ mutation: SaveMakeDocument, variables: { input } });
        if (saved) forget.make(saved.saveMake.id, isEdit ? 'updated' : 'created');
        return saved?.saveMake;
      }}
      remove={
        isEdit
          ? async () => {
              await mutate({ mutation: DeleteMakeDocument, variables: { id } });
              forget.make(id, 'deleted');
            }
          : undefined
      }
      removeNote="The make and its icon are deleted. A make that still has models stays until those are deleted."
      reread={async () => {
        const { data: now } = await query({
          query: MakeDocument,
          variables: { id },
          fetchPolicy: 'no-cache',
        });
        if (!now) throw new Error('The make did not load.');
        return readMake(now.make);
      }}
    >
      <FormField name="displayName" label="Display Name" required />
      <FormField name="fullName" label="Full Name" required />
      <FormField name="otherDetails" label="Other Details" lines={4} />
      <Box as="fieldset" minW={0}>
        <chakra.legend fontWeight="semibold" mb={1}>
          Icon
        </chakra.legend>
        <ImagePicker name="icon" sendImage={sendIcon} max={1} noun="icon" alt="Icon" />
        <Text fontSize="xs" color="muted" mt={1}>
          Shown at 100 × 100 pixels. PNG, JPEG, WebP, GIF or AVIF, up to 10 MB.
        </Text>
      </Box>
    </RecordForm>
  );
}
