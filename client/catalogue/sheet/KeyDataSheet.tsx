import { Box, Skeleton } from '@chakra-ui/react';
import { CutProfile } from '../../components/CutProfile';
import { Notice } from '../../components/notice/Notice';
import { Cells, SheetSection } from '../../components/sheetParts';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { codes, cutting, depth, type KeyText, spacing, tips, wafers } from '../keyData';
import { Blanks } from './Blanks';
import { ModelImages } from './ModelImages';
import { Depth, Spacing } from './measures';
import { Tips } from './Tips';

/**
 * The labels and their order are fixed (docs/look.md, "Sheet"). Without a model it is a skeleton of the final height.
 */
export function KeyDataSheet({ model }: { model: ModelSheetFragment | undefined }) {
  const cells = (texts: readonly KeyText[]) =>
    texts.map(({ name, sheetLabel }): [string, string | undefined] => [sheetLabel, model?.[name]]);
  return (
    <Box containerType="inline-size">
      <CutProfile my={3} />
      {!model && <Skeleton h="2.75rem" />}
      {model?.sample && <Notice kind="warning">Sample data: do not cut from it</Notice>}

      <Blanks model={model} />
      <Cells columns={2} mt={5} cells={cells(codes)} />
      <SheetSection title={wafers.title}>
        <Cells columns={3} cells={cells(wafers.data)} />
      </SheetSection>
      <SheetSection title={cutting.title}>
        <Cells columns={4} cells={cells(cutting.data)} />
      </SheetSection>
      <Box display="grid" columnGap={6} css={{ '@container (min-width: 36rem)': { gridTemplateColumns: '1fr 15rem' } }}>
        <SheetSection title={spacing.title}>
          <Spacing values={model?.spacing} />
        </SheetSection>
        <SheetSection title={depth.title}>
          <Depth rows={model?.depth} />
        </SheetSection>
      </Box>
      {tips.data.map(({ name, sheetLabel }) => (
        <SheetSection key={name} title={sheetLabel}>
          <Tips text={model?.[name]} />
        </SheetSection>
      ))}
      <SheetSection title="Product Images">
        <ModelImages model={model} />
      </SheetSection>
    </Box>
  );
}
