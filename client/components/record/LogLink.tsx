import { ScrollText } from 'lucide-react';
import { listOf } from '../../paths';
import { LinkButton } from '../LinkButton';

/** Links to the log lines about a record, e.g. "user-12". */
export const LogLink = ({ record }: { record: string }) => (
  <LinkButton to={listOf.log({ record })} Icon={ScrollText} alignSelf="flex-start">
    Log
  </LinkButton>
);
