import { Box, chakra, Text } from '@chakra-ui/react';
import { Notice } from '../../components/notice/Notice';
import { Problem } from '../../components/notice/Problem';
import type { AliasImport } from './useAliasImport';

/** Why the last file was not imported; stays until the next one is chosen. */
export function ImportRefusal({ refused, failure }: AliasImport) {
  if (failure === null && refused.length === 0) return null;
  return (
    <Box mb={4}>
      {failure === null ? (
        <Notice kind="danger" role="alert">
          <Text fontWeight="semibold">Nothing was imported. Please correct the file and import it again.</Text>
          <chakra.ul listStyleType="disc" ps={5} mt={1}>
            {refused.map((reason) => (
              <chakra.li key={reason} overflowWrap="anywhere">
                {reason}
              </chakra.li>
            ))}
          </chakra.ul>
        </Notice>
      ) : (
        <Problem>{failure}</Problem>
      )}
    </Box>
  );
}
