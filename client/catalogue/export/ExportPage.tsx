import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { LinkButton } from '../../components/LinkButton';
import { PageHeading } from '../../components/PageHeading';
import { sheetPaths } from '../../paths';
import { ExportButtons } from './ExportButtons';

/** All exports: those of the menu and the complete ones. */
export const ExportPage = () => (
  <Box p={{ base: 4, lg: 6 }} maxW="54rem">
    <PageHeading mb={4}>Export</PageHeading>
    <Stack gap={4}>
      <Stack as="section" gap={3} p={{ base: 3, md: 4 }} bg="panel" borderWidth="1px" borderRadius="sm">
        <Heading as="h2" size="lg">
          Complete
        </Heading>
        <Text maxW="measure">
          Every field of every model, to import again: edit it in a spreadsheet and import it. Only the cells that you
          edited are changed.
        </Text>
        <ExportButtons complete />
        <LinkButton to={sheetPaths.import} Icon={FileUp} variant="plain" alignSelf="flex-start" px={0}>
          Import a file
        </LinkButton>
      </Stack>
      <Stack as="section" gap={3} p={{ base: 3, md: 4 }} bg="panel" borderWidth="1px" borderRadius="sm">
        <Heading as="h2" size="lg">
          For reading
        </Heading>
        <Text maxW="measure">
          Make, model, year, the blanks of ILCO, JMA, JET, SILCA and OEM, spacing, depth and tips. The same as in the
          menu.
        </Text>
        <ExportButtons />
      </Stack>
      <Text color="muted">The log says who exported what. Pictures are not part of an export.</Text>
    </Stack>
  </Box>
);
