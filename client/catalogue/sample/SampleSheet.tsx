import { Box, Flex, Text } from '@chakra-ui/react';
import { useAfterPaint } from '../../afterPaint';
import { LinkButton } from '../../components/LinkButton';
import { Problem } from '../../components/notice/Problem';
import { PageHeading } from '../../components/PageHeading';
import { GraphQL } from '../../graphql/GraphQL';
import { SampleSheetDocument } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { paths } from '../../paths';
import { useSession } from '../../session';
import { VisitorShell } from '../../shell/VisitorShell';
import { modelName } from '../lookup/useModelLine';
import { KeyDataSheet, SheetRail } from '../sheet/KeyDataSheet';

function Sheet() {
  const { data, error, refetch } = useRead(SampleSheetDocument, { fetchPolicy: 'network-only' });
  const model = data?.sampleSheet;
  const isWhole = useAfterPaint(Boolean(model));
  if (data && !model) {
    return (
      <>
        <PageHeading size="2xl">Sample sheet</PageHeading>
        <Text mt={4}>There is no sample sheet at the moment.</Text>
      </>
    );
  }
  return (
    <>
      <Text color="brassText" fontFamily="heading" fontWeight="semibold" fontSize="lg">
        Sample sheet
      </Text>
      <PageHeading page="sample" title="Sample sheet" size="2xl" translate="no">
        {model ? modelName(model) : 'Sample sheet'}
      </PageHeading>
      <Text color="muted" mt={1} mb={3} maxW="measure">
        One model of the guide, as members see it. They also find it by bike, blank or code, compare its years, and
        print it.
      </Text>
      {error && !model ? (
        <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? 'The sample sheet did not load.'}</Problem>
      ) : (
        <>
          <SheetRail />
          <KeyDataSheet model={model ?? undefined} isWhole={isWhole} />
        </>
      )}
    </>
  );
}

const Offer = () => (
  <Flex gap={4} mt={8} pt={6} wrap="wrap" align="center" borderTopWidth="1px">
    <Text fontFamily="heading" fontWeight="semibold" fontSize="xl">
      Every model has a sheet of its own.
    </Text>
    <LinkButton to={paths.join} variant="solid">
      Buy access, $79.95 a year
    </LinkButton>
  </Flex>
);

/** The one sheet that anybody may open, without anything that leads further into the catalogue. */
export function SampleSheet() {
  const { user } = useSession();
  return (
    <VisitorShell>
      <Box maxW="60rem" pt={{ base: 6, md: 10 }} css={{ containerType: 'inline-size' }}>
        <GraphQL>
          <Sheet />
        </GraphQL>
        {!user && <Offer />}
      </Box>
    </VisitorShell>
  );
}
