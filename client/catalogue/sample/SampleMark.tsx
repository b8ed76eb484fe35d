import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Link as ChakraLink, Flex, Heading, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { useOnce } from '../../components/useOnce';
import { ShownSampleDocument, ShowSampleSheetDocument } from '../../graphql/generated/backOffice';
import { useRead } from '../../graphql/useRead';
import { modelPaths, paths } from '../../paths';
import { failureOf } from '../failureOf';
import { modelName } from '../lookup/useModelLine';

/** Below the form of a model: whether visitors may open its sheet as the sample. Acts at once, not with the form. */
export function SampleMark({ id }: { id: string }) {
  const { mutate } = useApolloClient();
  const { data, refetch } = useRead(ShownSampleDocument, { fetchPolicy: 'network-only' });
  const [once, busy] = useOnce();
  const [failure, setFailure] = useState<string | null>(null);
  const other = data?.sampleSheet;
  const isShown = other?.id === id;

  const show = async (shown: boolean) => {
    setFailure(null);
    try {
      await mutate({ mutation: ShowSampleSheetDocument, variables: { input: { modelId: id, shown } } });
      await refetch();
      toast(shown ? 'Visitors can open this sheet' : 'Visitors can no longer open this sheet');
    } catch (problem) {
      setFailure(failureOf(problem));
    }
  };

  return (
    <Box as="section" aria-labelledby="sample" px={{ base: 4, md: 6 }} pt={6} maxW="80rem">
      <Heading as="h2" id="sample" size="xl">
        Sample sheet
      </Heading>
      <Flex mt={2} columnGap={4} rowGap={2} wrap="wrap" align="center">
        <Button variant="outline" disabled={!data} aria-busy={busy} onClick={() => void once(() => show(!isShown))}>
          {isShown ? 'Stop showing it to visitors' : 'Show as sample sheet for visitors'}
        </Button>
        <Text minH="1lh" maxW="measure">
          {isShown && (
            <>
              {'Anybody can open this sheet '}
              <ChakraLink asChild>
                <Link to={paths.sample}>as a visitor sees it</Link>
              </ChakraLink>
              {'. No other model is shown.'}
            </>
          )}
          {other && !isShown && (
            <>
              {'In place of '}
              <ChakraLink asChild translate="no">
                <Link to={modelPaths.edit(other.id)}>{modelName(other)}</Link>
              </ChakraLink>
              {', which is shown now.'}
            </>
          )}
          {data && !other && 'The home page will then link to it. Only one sheet can be shown.'}
        </Text>
      </Flex>
      {failure && (
        <Box mt={3}>
          <Problem>{failure}</Problem>
        </Box>
      )}
    </Box>
  );
}
