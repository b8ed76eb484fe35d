import { filterSet } from '../../components/list/filter/filterSet';
import type { AccessKind } from '../../graphql/generated/access';
import { actionOf, actionTerms } from '../actionFilter';

export const accessWords: Record<AccessKind, string> = {
  OPENED: 'Opened',
  PRINTED: 'Printed',
  EXPORTED: 'Exported',
  MATCHED: 'Found in Jump',
  SENT: 'Sent in a day',
};

export const accessFilters = filterSet(
  'Access',
  actionTerms({ label: 'Access', all: 'All', words: accessWords }),
  actionOf,
);
