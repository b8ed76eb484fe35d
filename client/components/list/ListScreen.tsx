import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageHeading } from '../PageHeading';
import { formatCount } from '../text/counts';
import { ClearFilters } from './filter/ClearFilters';
import { ListResults, type ListResultsProps } from './ListResults';
import type { ListRow } from './listColumn';

interface Props<Row extends ListRow> extends Omit<ListResultsProps<Row>, 'label' | 'remedy'> {
  /** E.g. "Make List"; the total is shown after it. */
  heading: string;
  /** Whose rows these are, on a line below. Empty while it loads. */
  subject?: string | undefined;
  /** Distinguishes screens with the same heading: the heading gets the focus when this changes. */
  screen?: string;
  /** The Create button: next to the heading, or in the empty list. */
  create?: ReactNode;
  /** Shown next to it: other ways to add records. */
  actions?: ReactNode;
  /** The saved views: beside the title. */
  views?: ReactNode;
  /** Above the rows: the error of an action. */
  notice?: ReactNode;
  /** The filter controls. */
  controls?: ReactNode;
  /** Shown next to Clear filters: actions on the matching rows. */
  found?: ReactNode;
  /** Below the rows. */
  footer?: ReactNode;
  /** Present if a filter is active. */
  onClear?: (() => void) | undefined;
}

/** Of the heading: a width that does not depend on its text, so that the total, which arrives later, wraps no button. */
const BESIDE_BUTTONS = '1 1 9rem';
/** On a phone, the total may add a line to a heading next to a button. Several buttons are below the heading. */
const TWO_LINES = { mdDown: { minH: '2lh', alignContent: 'center' } } as const;

/** A screen that is a list: its heading with the total, and the rows. */
export function ListScreen<Row extends ListRow>(props: Props<Row>) {
  const { heading, subject, screen = heading, create, actions, views, notice, controls, found, ...rest } = props;
  const { footer, onClear, shown, ...results } = rest;
  const isEmpty = shown?.total === 0 && !onClear;
  return (
    <Box p={{ base: 4, lg: 6 }} maxW="80rem">
      <Flex gap={3} mb={4} justify="space-between" align="center" wrap="wrap">
        <PageHeading
          title={subject ? `${heading}: ${subject}` : heading}
          page={screen}
          subject={subject}
          overflowWrap="anywhere"
          flex={BESIDE_BUTTONS}
          {...(create && !actions && TWO_LINES)}
        >
          {shown ? `${heading} (${formatCount(shown.total)})` : heading}
        </PageHeading>
        {views && (
          <Flex gap={2} wrap="wrap" justify="flex-end" mdDown={{ order: 1, w: 'full', justifyContent: 'flex-start' }}>
            {views}
          </Flex>
        )}
        <Flex gap={2} wrap="wrap" ms={{ md: 'auto' }}>
          {actions}
          {/* If the list is empty, its space remains, so that nothing below moves. */}
          {create && (
            <Box visibility={isEmpty ? 'hidden' : undefined} order={{ md: isEmpty ? -1 : undefined }}>
              {create}
            </Box>
          )}
        </Flex>
      </Flex>
      <Box _print={{ display: 'none' }}>
        {notice}
        <Flex gap={2} wrap="wrap" align="center" css={{ '&:not(:empty)': { mb: 4 } }}>
          {controls}
          {onClear && shown && shown.total > 0 && (
            <>
              <ClearFilters onClear={onClear} />
              {found}
            </>
          )}
        </Flex>
      </Box>
      <ListResults
        {...results}
        label={heading}
        shown={shown}
        remedy={onClear ? <ClearFilters onClear={onClear} /> : create}
      />
      {footer}
    </Box>
  );
}
