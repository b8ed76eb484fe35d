import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageHeading } from '../PageHeading';
import { ListResults, type ListResultsProps } from './ListResults';
import type { ListRow } from './listColumn';

interface Props<Row extends ListRow> extends Omit<ListResultsProps<Row>, 'label' | 'empty'> {
  /** E.g. "Make List"; the total is shown after it. */
  heading: string;
  /** Distinguishes screens with the same heading: the heading gets the focus when this changes. */
  screen?: string;
  /** The Create button: beside the heading, or in the empty list. */
  create?: ReactNode;
  /** Shown beside it: other ways to add records. */
  actions?: ReactNode;
  /** The filter controls. */
  controls?: ReactNode;
  /** Replaces "No data available" if the filter matches nothing. */
  noMatch?: ReactNode;
}

/** A screen that is a list: its heading with the total, and the rows. */
export function ListScreen<Row extends ListRow>(props: Props<Row>) {
  const { heading, screen = heading, create, actions, controls, noMatch, shown, ...results } = props;
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem">
      <Flex gap={3} mb={4} justify="space-between" align="center" wrap="wrap">
        <PageHeading title={heading} page={screen} overflowWrap="anywhere">
          {shown ? `${heading} (${shown.total})` : heading}
        </PageHeading>
        <Flex gap={2} wrap="wrap">
          {actions}
          {(shown?.total !== 0 || noMatch) && create}
        </Flex>
      </Flex>
      {controls}
      <ListResults
        {...results}
        label={heading}
        shown={shown}
        empty={
          <Stack align="flex-start" gap={3} p={4} bg="panel" borderWidth="1px">
            {noMatch || (
              <>
                <Text>No data available</Text>
                {create}
              </>
            )}
          </Stack>
        }
      />
    </Box>
  );
}
