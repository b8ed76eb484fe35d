import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../components/form/FormField';
import { FormSection } from '../../components/form/FormSection';
import { ImagePicker } from '../../components/images/ImagePicker';
import { Notice } from '../../components/notice/Notice';
import { cutting, depth, type KeyText, keyDataGroups, primary, spacing, tips, wafers } from '../keyData';
import { MakeSelect } from '../makes/MakeSelect';
import { useSendImage } from '../useSendImage';
import { DepthFields, SpacingFields } from './measureFields';

/** The groups, for the rail. */
export const modelSections = ['Motorcycle', ...keyDataGroups.map(({ formTitle }) => formTitle), 'Images'];

const Columns = chakra('div', {
  base: { display: 'grid', gap: 4, gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } },
});

const Texts = ({ fields, four }: { fields: readonly KeyText[]; four?: boolean }) => (
  <Columns gridTemplateColumns={four ? { xl: 'repeat(4, minmax(0, 1fr))' } : { lg: 'repeat(3, minmax(0, 1fr))' }}>
    {fields.map(({ name, formLabel }) => (
      <FormField key={name} name={name} label={formLabel} fontFamily="mono" />
    ))}
  </Columns>
);

/**
 * An administrator's confirmation that the sample data was compared with a key or a book; it clears the mark
 * (docs/rules.md, "Makes and models").
 */
function Checked() {
  const { register } = useFormContext();
  return (
    <Notice kind="warning">
      <Text>Sample data: do not cut from it</Text>
      <chakra.label display="inline-flex" alignItems="center" gap={2.5} minH="control" cursor="pointer">
        <chakra.input type="checkbox" boxSize={5} flexShrink={0} accentColor="accent" {...register('checked')} />
        Checked
      </chakra.label>
      <Text fontSize="xs" color="muted">
        Tick it when every value was compared with a key or the maker’s book. Saving then takes the mark away.
      </Text>
    </Notice>
  );
}

export const ModelFields = ({ sample, alt }: { sample: boolean; alt: string }) => (
  <>
    {sample && <Checked />}
    <FormSection title="Motorcycle">
      <Columns gridTemplateColumns={{ lg: '2fr 2fr 1fr' }}>
        <MakeSelect name="makeId" label="Make" />
        <FormField name="name" label="Model" required />
        <FormField name="year" label="Year" required inputMode="numeric" />
      </Columns>
    </FormSection>
    <FormSection title={primary.formTitle}>
      <Texts fields={primary.data} />
    </FormSection>
    <FormSection title={wafers.formTitle}>
      <Texts fields={wafers.data} />
    </FormSection>
    <FormSection title={cutting.formTitle}>
      <Texts fields={cutting.data} four />
    </FormSection>
    <FormSection title={spacing.formTitle}>
      <SpacingFields />
    </FormSection>
    <FormSection title={depth.formTitle}>
      <DepthFields />
    </FormSection>
    <FormSection title={tips.formTitle}>
      <Stack gap={4}>
        {tips.data.map(({ name, formLabel }) => (
          <FormField key={name} name={name} label={formLabel} lines={5} />
        ))}
      </Stack>
    </FormSection>
    <FormSection title="Images">
      <ImagePicker name="images" sendImage={useSendImage('MODEL')} max={20} noun="image" alt={alt} />
      <Box mt={1}>
        <Text fontSize="xs" color="muted">
          PNG, JPEG, WebP, GIF or AVIF, up to 10 MB each.
        </Text>
      </Box>
    </FormSection>
  </>
);
