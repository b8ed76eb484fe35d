import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { Notice } from '../../components/notice/Notice';
import { KeyDrawing } from '../drawing/KeyDrawing';
import { type Measures, readMeasures } from '../drawing/readMeasures';

/** The key as the fields draw it, and what is wrong with them, while somebody types. */
export function MeasureDrawing() {
  const values = useDeferredValue(useWatch<Measures>()) as Measures;
  const { reason, warnings } = readMeasures(values);
  return (
    <Stack gap={3}>
      {!(reason && warnings.includes(reason)) && <KeyDrawing measures={values} />}
      <Box role="status">
        {reason && warnings.includes(reason) && <Text color="muted">No drawing yet.</Text>}
        {warnings.length > 0 && (
          <Notice kind="warning">
            <Text fontWeight="semibold">Please check the measures</Text>
            <chakra.ul ps={4} listStyleType="disc">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </chakra.ul>
          </Notice>
        )}
      </Box>
    </Stack>
  );
}
