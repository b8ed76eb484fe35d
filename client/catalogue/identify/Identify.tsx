import { Box, Stack, Text } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { counted } from '../../components/text/counts';
import { IdentifyKeyDocument } from '../../graphql/generated/identify';
import { serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { IdentifyForm } from './IdentifyForm';
import { isMeasured, paramsOf, problemsOf, termsOf, variablesOf } from './measuredTerms';
import { SystemMatch } from './SystemMatch';

/** Which key system a key is of, by what was measured on it (docs/rules.md, "Identify a key"). The values are in the URL. */
export function Identify() {
  const [params, setParams] = useSearchParams();
  const terms = termsOf(params);
  const idle = !isMeasured(terms) || Object.keys(problemsOf(terms)).length > 0;
  const { data, error, loading, refetch } = useRead(IdentifyKeyDocument, {
    variables: variablesOf(terms),
    skip: idle,
    fetchPolicy: 'no-cache',
  });
  const found = data?.identifyKey;
  return (
    <Stack gap={4} p={{ base: 4, lg: 6 }} maxW="64rem">
      <PageHeading>Identify a key</PageHeading>
      <IdentifyForm key={params.toString()} terms={terms} onSearch={(next) => setParams(paramsOf(next))} />
      {!idle && (
        <Box as="section" aria-label="Results">
          <Text role="status" mb={2} minH="1lh" fontWeight="semibold">
            {loading && 'Comparing…'}
            {!loading &&
              found &&
              (found.length > 0 ? `${counted(found.length, 'key system')} found` : 'No key system found')}
          </Text>
          {error && (
            <Problem onRetry={() => void refetch()}>
              {serverMessage(error) ?? 'An error occurred while comparing the key.'}
            </Problem>
          )}
          {found?.length === 0 && (
            <Text>
              No recorded system is close to these values. Check the unit, measure from the stop again, or leave a value
              out.
            </Text>
          )}
          <Stack as="ol" gap={3}>
            {found?.map((match) => (
              <SystemMatch key={match.id} match={match} unit={terms.unit} />
            ))}
          </Stack>
        </Box>
      )}
    </Stack>
  );
}
