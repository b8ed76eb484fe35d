import { Button } from '@chakra-ui/react';
import { ScrollText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { listOf } from '../../paths';

/** Links to the log lines about a record, e.g. "user-12". */
export const LogLink = ({ record }: { record: string }) => (
  <Button asChild variant="outline" alignSelf="flex-start">
    <Link to={listOf.log({ record })}>
      <ScrollText aria-hidden="true" />
      Log
    </Link>
  </Button>
);
