import { Box, Skeleton } from '@chakra-ui/react';
import { type CSSProperties, Suspense } from 'react';
import { SectionRail } from '../../components/form/FormSection';
import { lazyScreen } from '../../components/lazyScreen';
import { Notice } from '../../components/notice/Notice';
import { styled } from '../../components/styled';
import { Value } from '../../components/text/Value';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { HighlightProvider } from '../drawing/highlight';
import { cutting, depth, facts, type KeyText, primary, spacing, tips, wafers } from '../keyData';
import { Blanks } from './Blanks';
import { Measures } from './Measures';
import { ModelImages } from './ModelImages';
import { SheetSection } from './SheetSection';
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

/** One style for the whole sheet, on plain elements (as in rowsWith). */
const Sheet = styled('div', {
  display: 'grid',
  columnGap: 3,
  '& > *': { gridColumn: '1 / -1' },
  '@container (min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '@container (min-width: 56rem)': { '& > [data-half]': { gridColumn: 'auto' } },
  // The measures show before the wafers.
  '& > [data-place=first]': { order: -2, mt: 2 },
  '& > [data-place=second]': { order: -1 },
  '& section': { mt: 3, scrollMarginTop: '8rem' },
  // Twelve positions are in sight at 1280 × 800.
  '& [data-place] section': { mt: 2 },
  '& section > :is(h2, h3)': {
    mb: 1,
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: 'lg',
    lineHeight: 'tight',
  },
  '& dt': { textStyle: 'label' },
  '& dd': { minW: 0, textStyle: 'measure', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& > section > p': { maxW: 'measure', fontSize: 'md', whiteSpace: 'pre-wrap' },
  // Cells divided by hairlines; each draws its left and top line, and the frame cuts off the outermost.
  '& [data-cells]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(var(--few), minmax(0, 1fr))',
    '@container (min-width: 32rem)': { gridTemplateColumns: 'repeat(var(--many), minmax(0, 1fr))' },
    overflow: 'hidden',
    borderWidth: '1px',
    borderRadius: 'sm',
    bg: 'panel',
  },
  '& [data-cells] > *': {
    px: 3,
    py: 1.5,
    borderLeftWidth: '1px',
    borderTopWidth: '1px',
    mt: '-1px',
    ms: '-1px',
    minW: 0,
  },
  '& [data-cells] dd': { mt: 0.5 },
});

interface CellsProps {
  /** The number of columns if there is room. On a phone two, or one if three codes would wrap. */
  columns: 3 | 4 | 5;
  texts: readonly KeyText[];
  model: ModelSheetFragment | undefined;
}

/** Labelled values in mono, side by side. */
const Cells = ({ columns, texts, model }: CellsProps) => (
  <dl data-cells="" style={{ '--few': columns === 3 ? 1 : 2, '--many': columns } as CSSProperties}>
    {texts.map(({ name, sheetLabel }) => (
      <div key={name}>
        <dt>{sheetLabel}</dt>
        <dd>
          <Value>{model?.[name]}</Value>
        </dd>
      </div>
    ))}
  </dl>
);

interface Props {
  model: ModelSheetFragment | undefined;
  /** Without what is below the measures, if false. */
  isWhole: boolean;
}

/**
 * The labels and their order are fixed (docs/look.md, "Sheet"); only the measures show before the wafers, because they
 * are what gets cut. Without a model it is a skeleton of the final height.
 */
export const KeyDataSheet = ({ model, isWhole }: Props) => (
  <Sheet>
    <div data-place="first">
      {!model && <Skeleton h="2.75rem" />}
      {model?.sample && <Notice kind="warning">Sample data: do not cut from it</Notice>}
      <Blanks model={model} />
    </div>
    {isWhole && (
      <>
        <SheetSection title={wafers.title} isHalf>
          <Cells columns={3} texts={wafers.data} model={model} />
        </SheetSection>
        <SheetSection title={cutting.title} isHalf>
          <Cells columns={4} texts={cutting.data} model={model} />
        </SheetSection>
        <SheetSection title={facts.title}>
          <Cells columns={5} texts={facts.data} model={model} />
        </SheetSection>
      </>
    )}
    <div data-place="second">
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
    </div>
    {isWhole && (
      <>
        {tips.data.map(({ name, sheetLabel }) => (
          <SheetSection key={name} title={sheetLabel}>
            <Tips text={model?.[name]} />
          </SheetSection>
        ))}
        <SheetSection title={IMAGES}>
          <ModelImages model={model} />
        </SheetSection>
      </>
    )}
  </Sheet>
);
