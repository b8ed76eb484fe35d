import { Box, Flex } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '../components/LinkButton';
import { PageHeading } from '../components/PageHeading';

interface Props {
  heading: string;
  /** The document title. */
  title: string;
  list: string;
  busy: boolean;
  /** What it is about, below the heading; empty while it loads. */
  subject?: string | undefined;
  /** The record that waits next; undefined if none does. */
  next?: string | undefined;
  children: ReactNode;
}

/** A page that shows a correction or feedback, with a link back to the list in its previous state. */
export function Shown({ heading, title, list, busy, subject, next, children }: Props) {
  const { state } = useLocation();
  const listPath = list + (state?.list?.pathname === list ? state.list.search : '');
  return (
    <Box p={{ base: 4, md: 6 }} maxW="54rem" aria-busy={busy}>
      <PageHeading title={title} page={title} subject={subject} mb={4}>
        {heading}
      </PageHeading>
      {children}
      <Flex gap={3} mt={6} wrap="wrap">
        {next && (
          <LinkButton to={next} state={state}>
            Next open
            <ArrowRight aria-hidden="true" />
          </LinkButton>
        )}
        <LinkButton to={listPath}>List</LinkButton>
      </Flex>
    </Box>
  );
}
