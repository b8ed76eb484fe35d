import { useApolloClient } from '@apollo/client/react';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { List as ListIcon, Pencil, Send } from 'lucide-react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useAfterPaint } from '../../afterPaint';
import { LinkButton } from '../../components/LinkButton';
import { lazyScreen } from '../../components/lazyScreen';
import { Notice } from '../../components/notice/Notice';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { PageHeading } from '../../components/PageHeading';
import { useAction } from '../../components/record/useAction';
import { useRecord } from '../../components/record/useRecord';
import {
  MoveOwnSheetDocument,
  OwnSheetDocument,
  type OwnSheetLineFragment,
  type OwnSheetQuery,
} from '../../graphql/generated/ownSheets';
import { useForgetFields } from '../../graphql/useForgetFields';
import { feedbackPaths, lookupPath, ownSheetPaths } from '../../paths';
import { plainButton } from '../../recipes';
import { keyDatum } from '../keyData';
import { PrintButton } from '../print/PrintButton';
import { KeyDataSheet, SheetRail } from '../sheet/KeyDataSheet';
import { SheetSection } from '../sheet/SheetSection';
import { keyDataOf, titleOf } from './ownSheetRecord';
import { OUR_NOTES } from './useOwnValues';

const CompanyNotes = lazyScreen(() => import('./CompanyNotes').then((file) => file.CompanyNotes));

const lookupOf = ({ modelId, makeId, name }: OwnSheetLineFragment) =>
  lookupPath({ make: makeId ?? '', mode: 'model', value: name, id: modelId });

/** The own sheet as a report of a missing bike. */
const asReport = ({ ownSheet: { make, name, year }, ownValues }: OwnSheetQuery) =>
  [
    `Missing bike: ${make} ${name} ${year}`,
    ...ownValues.map(({ field, value }) => `${keyDatum(field)?.label}: ${value}`),
  ].join('\n');

/** A sheet of the company's own, for a bike that the catalogue lacks. It looks like one of the catalogue. */
export function OwnSheetDetail() {
  const { id, data, missing, failed, retry } = useRecord(OwnSheetDocument);
  const isWhole = useAfterPaint(Boolean(data));
  if (missing || failed) {
    return (
      <Box p={{ base: 4, md: 6 }} maxW="64rem">
        <PageHeading>Our own sheet</PageHeading>
        <Box my={4}>
          <Problem onRetry={missing ? undefined : retry}>
            {missing ? 'There is no such own sheet.' : 'The own sheet did not load.'}
          </Problem>
        </Box>
        <LinkButton to={ownSheetPaths.list}>Our sheets</LinkButton>
      </Box>
    );
  }
  const sheet = data?.ownSheet;
  if (sheet?.modelId) return <Navigate to={lookupOf(sheet)} replace />;
  const model = data && {
    ...keyDataOf(data),
    hasOwnMeasures: false,
    id: `own ${id}`,
    name: data.ownSheet.name,
    year: data.ownSheet.year,
    version: data.ownSheet.version,
    make: { id: '', displayName: data.ownSheet.make },
    keySystem: null,
    images: [],
    sample: false,
    source: '',
    checkedBy: '',
    checkedAt: null,
  };
  return (
    <Box p={{ base: 4, md: 6 }} maxW="64rem" css={{ containerType: 'inline-size' }}>
      <Flex gap={3} wrap="wrap" align="center" justify="space-between">
        <Box minW={0}>
          <Text color="brassText" fontFamily="heading" fontWeight="semibold" fontSize="lg">
            Our own sheet
          </Text>
          <PageHeading page={id} title={sheet ? titleOf(sheet) : 'Our own sheet'} size="xl" translate="no">
            {sheet ? titleOf(sheet) : 'Our own sheet'}
          </PageHeading>
        </Box>
        <Flex gap={2} wrap="wrap" css={{ '& > button': { ...plainButton, px: 2 }, _print: { display: 'none' } }}>
          <PrintButton model={model} keyName="Our own sheet, not the catalogue’s." isOwn />
          <LinkButton to={ownSheetPaths.list} Icon={ListIcon}>
            Our sheets
          </LinkButton>
          <LinkButton to={ownSheetPaths.edit(id)} Icon={Pencil}>
            Edit
          </LinkButton>
          {data && (
            <LinkButton to={feedbackPaths.create} state={{ back: true, comment: asReport(data) }} Icon={Send}>
              Send to Motokey
            </LinkButton>
          )}
        </Flex>
      </Flex>
      <Text color="muted" my={2}>
        Not the catalogue’s: only your company sees it.
      </Text>
      {sheet?.newModelId && <InCatalogueNow id={id} modelId={sheet.newModelId} />}
      <SheetRail more={[OUR_NOTES]} />
      <KeyDataSheet model={model} isWhole={isWhole} isOwn>
        <SheetSection title={OUR_NOTES}>
          <PartBoundary part={CompanyNotes} failure="The notes did not load.">
            <CompanyNotes bike={{ sheetId: id }} />
          </PartBoundary>
        </SheetSection>
      </KeyDataSheet>
    </Box>
  );
}

/** The catalogue has got the bike since: the values can go where everything else of it is. */
function InCatalogueNow({ id, modelId }: { id: string; modelId: string }) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const navigate = useNavigate();
  const { run, busy, problem } = useAction();
  const move = () =>
    run(async () => {
      const { data } = await mutate({ mutation: MoveOwnSheetDocument, variables: { id, modelId } });
      if (!data) return;
      toast('Moved to the sheet of the catalogue');
      void navigate(lookupOf(data.moveOwnSheet), { replace: true });
      forget(['ownSheets', 'ownValues', 'companyNotes'], { __typename: 'OwnSheet', id });
    });
  return (
    <Box my={2}>
      <Notice>
        <Flex gap={3} wrap="wrap" align="center" justify="space-between">
          <Text flex="1 1 16rem">
            The catalogue has this bike now. Its sheet can show your values and notes instead.
          </Text>
          <Button variant="outline" aria-disabled={busy} onClick={() => void move()}>
            {busy ? 'Moving...' : 'Move them there'}
          </Button>
        </Flex>
        {problem && <Problem>{problem}</Problem>}
      </Notice>
    </Box>
  );
}
