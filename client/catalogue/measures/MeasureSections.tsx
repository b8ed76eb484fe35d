import { Box, chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import { FormSection } from '../../components/form/FormSection';
import { lazyScreen } from '../../components/lazyScreen';
import { HighlightProvider } from '../drawing/highlight';
import { helpOf } from '../help/Help';
import { depth, facts, spacing } from '../keyData';
import { KeyTexts } from './KeyTexts';
import { DepthFields, SpacingFields } from './measureFields';
import { ShownDepth, ShownSpacing, ShownTexts } from './shownValues';

/** Loaded after the form, which does not wait for it. */
const MeasureDrawing = lazyScreen(() => import('./MeasureDrawing').then((file) => file.MeasureDrawing));

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

/** Spacing, depth and key facts, with the key that they draw: to be edited, or only `shown`. */
export const MeasureSections = ({ shown = false }: { shown?: boolean }) => (
  <HighlightProvider>
    <BesideDrawing>
      <div>
        <FormSection title={spacing.formTitle} help={helpOf(spacing)}>
          {shown ? <ShownSpacing /> : <SpacingFields />}
        </FormSection>
        <FormSection title={depth.formTitle} help={helpOf(depth)}>
          {shown ? <ShownDepth /> : <DepthFields />}
        </FormSection>
        <Box data-drawing="">
          <Suspense>
            <MeasureDrawing />
          </Suspense>
        </Box>
        <FormSection title={facts.formTitle}>
          {shown ? <ShownTexts fields={facts.data} /> : <KeyTexts fields={facts.data} columns={2} />}
        </FormSection>
      </div>
    </BesideDrawing>
  </HighlightProvider>
);
