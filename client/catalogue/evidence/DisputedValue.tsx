import { Button, Flex, Text } from '@chakra-ui/react';
import { FormDialog } from '../../components/form/FormDialog';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import type { FieldEvidenceFragment } from '../../graphql/generated/evidence';
import { labelOf } from './evidenceWords';
import { Sides } from './Sides';

interface Props {
  model: ModelSheetFragment;
  dispute: FieldEvidenceFragment;
  onClose: () => void;
}

/** Both sides of a disputed value of the sheet. */
export const DisputedValue = ({ model, dispute, onClose }: Props) => (
  <FormDialog
    title={`${labelOf(dispute.field)} is disputed`}
    description={
      <Text translate="no">
        {model.make.displayName} {model.name} ({model.year})
      </Text>
    }
    onClose={onClose}
  >
    <Flex direction="column" gap={4} mt={4}>
      <Sides model={model} dispute={dispute} />
      <Text color="muted">An administrator will settle it. Until then, check before you cut.</Text>
      <Button data-first-field="" alignSelf="flex-end" variant="outline" onClick={onClose}>
        Close
      </Button>
    </Flex>
  </FormDialog>
);
