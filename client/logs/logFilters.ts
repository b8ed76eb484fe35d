import { filterSet } from '../components/list/filter/filterSet';
import type { FilterTerm } from '../components/list/filter/filterTerm';
import { actionOf, actionTerms } from './actionFilter';
import { kindWords, recordWords } from './logWords';

const types = Object.keys(recordWords).map((type) => type.toLowerCase());

/** A type of record, or a single record ("user-12"), to which the record's page links. */
const record: FilterTerm = {
  type: 'choice',
  label: 'Record',
  all: 'All records',
  options: Object.entries(recordWords).map(([type, word]) => [type.toLowerCase(), word]),
  other: { fits: (value) => new RegExp(`^(${types.join('|')})-[1-9]\\d{0,8}$`).test(value), text: 'One record' },
};

function subjectOf(record: string) {
  const [type = '', id] = record.split('-');
  return { subjectType: type.toUpperCase() || null, subjectId: id ?? null };
}

export const logFilters = filterSet(
  'Log',
  { ...actionTerms({ label: 'Kind', all: 'All kinds', words: kindWords }), record },
  ({ record, ...action }) => ({ ...actionOf(action), ...subjectOf(record) }),
);
