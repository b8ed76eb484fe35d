import { Box, Skeleton } from '@chakra-ui/react';
import { Suspense } from 'react';
import { SectionRail } from '../../components/form/FormSection';
import { lazyScreen } from '../../components/lazyScreen';
import { Notice } from '../../components/notice/Notice';
import { Cells, SheetSection } from '../../components/sheetParts';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { HighlightProvider } from '../drawing/highlight';
import { cutting, depth, facts, type KeyText, primary, spacing, tips, wafers } from '../keyData';
import { Blanks } from './Blanks';
import { Measures } from './Measures';
import { ModelImages } from './ModelImages';
import { Tips } from './Tips';

/** Loaded with the sheet, whose data takes longer. */
const KeyBench = lazyScreen(() => import('../drawing/KeyBench').then((file) => file.KeyBench));
void KeyBench.preload();

const DrawingSkeleton = () => <Skeleton maxW="30rem" aspectRatio="358 / 232" />;

const IMAGES = 'Product Images';
/** As the sections stand on a phone. */
const sections = [
  primary,
  spacing,
  depth,
  wafers,
  cutting,
  facts,
  ...tips.data.map(({ sheetLabel }) => ({ title: sheetLabel })),
]
  .map(({ title }) => title)
  .concat(IMAGES);

/** The bar of a phone, which jumps between the sections of the sheet. */
export const SheetRail = () => (
  // Without a box of its own, which the sticky bar could not leave.
  <Box display={{ base: 'contents', md: 'none' }}>
    <SectionRail titles={sections} />
  </Box>
);

/**
 * The labels and their order are fixed (docs/look.md, "Sheet"); only the measures show before the wafers, because they
 * are what gets cut. Without a model it is a skeleton of the final height.
 */
export function KeyDataSheet({ model }: { model: ModelSheetFragment | undefined }) {
  const cells = (texts: readonly KeyText[]) =>
    texts.map(({ name, sheetLabel }): [string, string | undefined] => [sheetLabel, model?.[name]]);
  return (
    <Box
      display="grid"
      columnGap={3}
      css={{
        '& > *': { gridColumn: '1 / -1' },
        '@container (min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Box order={-2} mt={3}>
        {!model && <Skeleton h="2.75rem" />}
        {model?.sample && <Notice kind="warning">Sample data: do not cut from it</Notice>}
        <Blanks model={model} />
      </Box>
      <SheetSection title={wafers.title} css={half}>
        <Cells columns={3} cells={cells(wafers.data)} />
      </SheetSection>
      <SheetSection title={cutting.title} css={half}>
        <Cells columns={4} cells={cells(cutting.data)} />
      </SheetSection>
      <SheetSection title={facts.title}>
        <Cells columns={5} cells={cells(facts.data)} />
      </SheetSection>
      <Box order={-1}>
        <HighlightProvider>
          <Measures model={model}>
            {model ? (
              <Suspense fallback={<DrawingSkeleton />}>
                <KeyBench measures={model} />
              </Suspense>
            ) : (
              <DrawingSkeleton />
            )}
          </Measures>
        </HighlightProvider>
      </Box>
      {tips.data.map(({ name, sheetLabel }) => (
        <SheetSection key={name} title={sheetLabel}>
          <Tips text={model?.[name]} />
        </SheetSection>
      ))}
      <SheetSection title={IMAGES}>
        <ModelImages model={model} />
      </SheetSection>
    </Box>
  );
}

/** Two sections share a line where there is room. */
const half = { '@container (min-width: 56rem)': { gridColumn: 'auto!' } };
