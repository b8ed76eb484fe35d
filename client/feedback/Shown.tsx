import { Box, Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PageHeading } from '../components/PageHeading';

interface Props {
  heading: string;
  /** The document title. */
  title: string;
  list: string;
  busy: boolean;
  children: ReactNode;
}

/** A page that shows a correction or feedback, with a link back to the list in its previous state. */
export function Shown({ heading, title, list, busy, children }: Props) {
  const { state } = useLocation();
  const listPath = list + (state?.list?.pathname === list ? state.list.search : '');
  return (
    <Box p={{ base: 4, md: 6 }} maxW="54rem" aria-busy={busy}>
      <PageHeading title={title} page={heading} mb={4}>
        {heading}
      </PageHeading>
      {children}
      <Button asChild variant="outline" mt={6}>
        <Link to={listPath}>List</Link>
      </Button>
    </Box>
  );
}
