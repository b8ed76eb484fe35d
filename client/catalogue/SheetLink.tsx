import { Button } from '@chakra-ui/react';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router-dom';

/** Leads from a form to what locksmiths see of its record. */
export const SheetLink = ({ to, children }: { to: string; children: string }) => (
  <Button asChild variant="outline">
    <Link to={to}>
      <BookOpen aria-hidden="true" />
      {children}
    </Link>
  </Button>
);
