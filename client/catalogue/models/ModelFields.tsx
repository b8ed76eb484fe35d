import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../components/form/FormField';
import { FormSection } from '../../components/form/FormSection';
import { ImagePicker } from '../../components/images/ImagePicker';
import { lazyScreen } from '../../components/lazyScreen';
import { Notice } from '../../components/notice/Notice';
import { HighlightProvider } from '../drawing/highlight';
import {
  cutting,
  depth,
  facts,
  immobiliser,
  type KeyText,
  keyDataGroups,
  locks,
  primary,
  spacing,
  tips,
  wafers,
} from '../keyData';
import { MakeSelect } from '../makes/MakeSelect';
import { useSendImage } from '../useSendImage';
import { EqualModel, type EqualModelProps } from './EqualModel';
import { DepthFields, SpacingFields } from './measureFields';
import { PasteTarget } from './PasteTarget';

/** Loaded after the form, which does not wait for it. */
const MeasureDrawing = lazyScreen(() => import('./MeasureDrawing').then((file) => file.MeasureDrawing));

/** The groups, for the rail. */
export const modelSections = ['Motorcycle', ...keyDataGroups.map(({ formTitle }) => formTitle), 'Images'];

const Columns = chakra('div', {
  base: { display: 'grid', gap: 4, gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } },
});

interface TextsProps {
  fields: readonly KeyText[];
  /** Where there is room; otherwise two, and one on a phone. */
  columns?: keyof typeof WIDE;
}
const WIDE = { 2: {}, 3: { lg: 'repeat(3, minmax(0, 1fr))' }, 4: { xl: 'repeat(4, minmax(0, 1fr))' } };

const Texts = ({ fields, columns = 3 }: TextsProps) => {
  const [long, short] = [fields.filter(({ isLong }) => isLong), fields.filter(({ isLong }) => !isLong)];
  return (
    <Stack gap={4}>
      {short.length > 0 && (
        <Columns gridTemplateColumns={WIDE[columns]}>
          {short.map(({ name, formLabel, choices }) => (
            <FormField key={name} name={name} label={formLabel} choices={choices} fontFamily="mono" />
          ))}
        </Columns>
      )}
      {long.map(({ name, formLabel }) => (
        <FormField key={name} name={name} label={formLabel} lines={4} />
      ))}
    </Stack>
  );
};

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
        Tick this when every value has been compared with a key or the maker’s book. Saving then removes the mark.
      </Text>
    </Notice>
  );
}

/** The drawing stays in view beside the measures where there is room, and stands below them where there is not. */
const BesideDrawing = chakra('div', {
  base: {
    containerType: 'inline-size',
    '& > div': { display: 'grid', columnGap: 4, rowGap: 6, gridTemplateColumns: 'minmax(0, 1fr)' },
    '& [data-drawing]': { alignSelf: 'start', p: 3, bg: 'panel', borderWidth: '1px', borderRadius: 'sm' },
    '@container (min-width: 46rem)': {
      '& > div': { gridTemplateColumns: 'minmax(0, 1fr) 21rem' },
      '& [data-drawing]': { gridArea: '1 / 2 / span 3', position: 'sticky', top: '4.5rem', mt: '0.8rem' },
    },
  },
});

interface Props extends EqualModelProps {
  sample: boolean;
  alt: string;
}

export const ModelFields = ({ own, copied, sample, alt }: Props) => (
  <>
    {sample && <Checked />}
    <FormSection title="Motorcycle">
      <PasteTarget help="Paste a spreadsheet row into Make to fill the form.">
        <Columns gridTemplateColumns={{ lg: '2fr 2fr 1fr' }}>
          <MakeSelect name="makeId" label="Make" />
          <FormField name="name" label="Model" required />
          <FormField name="year" label="Year" required inputMode="numeric" />
        </Columns>
      </PasteTarget>
      <EqualModel own={own} copied={copied} />
    </FormSection>
    <FormSection title={primary.formTitle}>
      <PasteTarget>
        <Texts fields={primary.data} />
      </PasteTarget>
    </FormSection>
    <FormSection title={wafers.formTitle}>
      <PasteTarget>
        <Texts fields={wafers.data} />
      </PasteTarget>
    </FormSection>
    <FormSection title={locks.formTitle}>
      <PasteTarget>
        <Texts fields={locks.data} />
      </PasteTarget>
    </FormSection>
    <FormSection title={cutting.formTitle}>
      <PasteTarget>
        <Texts fields={cutting.data} columns={4} />
      </PasteTarget>
    </FormSection>
    <HighlightProvider>
      <BesideDrawing>
        <div>
          <FormSection title={spacing.formTitle}>
            <SpacingFields />
          </FormSection>
          <FormSection title={depth.formTitle}>
            <DepthFields />
          </FormSection>
          <Box data-drawing="">
            <Suspense>
              <MeasureDrawing />
            </Suspense>
          </Box>
          <FormSection title={facts.formTitle}>
            <Texts fields={facts.data} columns={2} />
          </FormSection>
        </div>
      </BesideDrawing>
    </HighlightProvider>
    <FormSection title={immobiliser.formTitle}>
      <PasteTarget>
        <Texts fields={immobiliser.data} />
      </PasteTarget>
    </FormSection>
    <FormSection title={tips.formTitle}>
      <Texts fields={tips.data} />
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
