import { Box, Skeleton } from '@chakra-ui/react';
import { CutProfile } from '../../components/CutProfile';
import { Notice } from '../../components/notice/Notice';
import { Cells, SheetSection } from '../../components/Sheet';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { Blanks } from './Blanks';
import { Depth, Spacing } from './Measures';
import { ModelImages } from './ModelImages';
import { Tips } from './Tips';

/** The spec sheet, with the labels of spec section 2 word for word. Without a model its skeleton, at the final height. */
export function KeyDataSheet({ model }: { model: KeyDataFragment | undefined }) {
  return (
    <Box containerType="inline-size">
      <CutProfile my={3} />
      {!model && <Skeleton h="2.75rem" />}
      {model?.sample && <Notice kind="warning">Sample data: do not cut from it</Notice>}

      <Blanks model={model} />
      <Cells
        columns={2}
        mt={5}
        cells={[
          ['CODE SERIES', model?.codeSeries],
          ['TRANSPONDER', model?.transponder],
          ['ACCUREADER', model?.accuReader],
          ['LISHI', model?.lishi],
        ]}
      />
      <SheetSection title="Wafer Position">
        <Cells
          columns={3}
          cells={[
            ['Ignition', model?.ignition],
            ['Gas cap', model?.gasCap],
            ['Seat/aux', model?.seatAux],
          ]}
        />
      </SheetSection>
      <SheetSection title="Key Cutting Information">
        <Cells
          columns={4}
          cells={[
            ['HPC', model?.hpc],
            ['ITL', model?.itl],
            ['DSD', model?.dsd],
            ['PAK-A-PUNCH', model?.pakaPunch],
          ]}
        />
      </SheetSection>
      <Box display="grid" columnGap={6} css={{ '@container (min-width: 36rem)': { gridTemplateColumns: '1fr 15rem' } }}>
        <SheetSection title="Spacing">
          <Spacing values={model?.spacing} />
        </SheetSection>
        <SheetSection title="Depth">
          <Depth rows={model?.depth} />
        </SheetSection>
      </Box>
      <SheetSection title="Tips">
        <Tips text={model?.tips} />
      </SheetSection>
      <SheetSection title="Tips 2">
        <Tips text={model?.tips2} />
      </SheetSection>
      <SheetSection title="Product Images">
        <ModelImages model={model} />
      </SheetSection>
    </Box>
  );
}
