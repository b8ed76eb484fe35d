import { Box, Link as ChakraLink, Text } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../components/form/FormField';
import { FormSection, sectionId } from '../../components/form/FormSection';
import { ImagePicker } from '../../components/images/ImagePicker';
import { Notice } from '../../components/notice/Notice';
import { type Check, checkText } from '../checks/checkText';
import { SOURCE, SourceFields, TO_CHECK } from '../checks/SourceFields';
import { Help, helpOf } from '../help/Help';
import { cutting, immobiliser, keyDataGroups, locks, primary, tips, wafers } from '../keyData';
import { MakeSelect } from '../makes/MakeSelect';
import { Columns, KeyTexts } from '../measures/KeyTexts';
import { MeasureSections } from '../measures/MeasureSections';
import { ShownTexts } from '../measures/shownValues';
import { useSendImage } from '../useSendImage';
import { EqualModel, type EqualModelProps } from './EqualModel';
import type { ModelValues } from './modelRecord';
import { PasteTarget } from './PasteTarget';
import { SystemField } from './SystemField';

const SYSTEM = 'Key System';

/** The groups, for the rail. */
export const modelSections = [
  'Motorcycle',
  ...keyDataGroups.flatMap((group) => (group === cutting ? [SYSTEM, group.formTitle] : [group.formTitle])),
  SOURCE,
  'Images',
];

interface Props extends EqualModelProps {
  /** Of the record that is edited or copied. */
  check: (Check & { sample: boolean }) | undefined;
  alt: string;
}

export function ModelFields({ own, copied, check, alt }: Props) {
  const isLinked = Boolean(useWatch<ModelValues>({ name: 'keySystemId' }));
  return (
    <>
      {check?.sample && (
        <Notice kind="warning">
          <Text>Sample data: do not cut from it</Text>
          <Text fontSize="xs" color="muted">
            Saving removes this mark once you say that you have checked the sheet, under{' '}
            <ChakraLink href={`#${sectionId(SOURCE)}`}>{SOURCE}</ChakraLink>.
          </Text>
        </Notice>
      )}
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
          <KeyTexts fields={primary.data} />
        </PasteTarget>
      </FormSection>
      <FormSection title={wafers.formTitle} help={helpOf(wafers)}>
        <PasteTarget>
          <KeyTexts fields={wafers.data} />
        </PasteTarget>
      </FormSection>
      <FormSection title={locks.formTitle}>
        <PasteTarget>
          <KeyTexts fields={locks.data} />
        </PasteTarget>
      </FormSection>
      <FormSection title={SYSTEM} help={<Help topic="Key system" />}>
        <SystemField />
      </FormSection>
      <FormSection title={cutting.formTitle} help={helpOf(cutting)}>
        {isLinked ? (
          <ShownTexts fields={cutting.data} />
        ) : (
          <PasteTarget>
            <KeyTexts fields={cutting.data} columns={4} />
          </PasteTarget>
        )}
      </FormSection>
      <MeasureSections shown={isLinked} />
      <FormSection title={immobiliser.formTitle} help={helpOf(immobiliser)}>
        <PasteTarget>
          <KeyTexts fields={immobiliser.data} />
        </PasteTarget>
      </FormSection>
      <FormSection title={tips.formTitle}>
        <KeyTexts fields={tips.data} />
      </FormSection>
      <FormSection title={SOURCE}>
        <SourceFields tick="I have checked this sheet">
          {check?.checkedAt ? `${checkText(check)}. A changed value ends that, unless you tick this.` : TO_CHECK}
        </SourceFields>
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
}
