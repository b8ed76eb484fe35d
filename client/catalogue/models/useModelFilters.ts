import { filterSet } from '../../components/list/filter/filterSet';
import { type ListFilter, useListFilters } from '../../components/list/filter/useListFilters';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';
import { KeySystemNamesDocument, type ModelFilter, type ModelPart } from '../../graphql/generated/backOffice';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { checkedOf, checkedTerms } from '../checks/checkedFilter';
import { cutting, depth, facts, primary, spacing, tips, wafers } from '../keyData';

/** What a model may lack, in the order of its form. */
const parts: [part: ModelPart, label: string][] = [
  ['ANY', 'Blank, series, spacing or depth'],
  ['BLANK', 'Any key blank'],
  ['SPACING', spacing.formTitle],
  ['DEPTH', depth.formTitle],
  ['PICTURE', 'Picture'],
  ...[primary, wafers, cutting, facts, tips].flatMap(({ data }) =>
    data.map(({ field, label }): [ModelPart, string] => [field as ModelPart, label]),
  ),
];

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text);

interface ModelFilters extends ListFilter<ModelFilter | undefined> {
  /** The filter, if there is one, in the words of REST, for the exports. */
  exported: Record<string, string> | undefined;
}

const wireNames: Record<keyof ModelFilter, string> = {
  makeId: 'company_id',
  name: 'model',
  search: 'search',
  yearFrom: 'year_from',
  yearTo: 'year_to',
  missing: 'missing',
  sample: 'sample',
  disputed: 'disputed',
  checked: 'checked',
  checkedBefore: 'checked_before',
  source: 'source',
  changedFrom: 'changed_from',
  changedTo: 'changed_to',
  keySystemId: 'key_system_id',
};

const exportedOf = (filter: ModelFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value != null)
      .map(([name, value]) => [wireNames[name as keyof ModelFilter], String(value).toLowerCase()]),
  );

export const modelFilters = filterSet(
  'Models',
  {
    make: {
      type: 'choice',
      label: 'Make',
      always: true,
      all: 'All makes',
      options: [],
      other: { fits: isId, text: '...' },
    },
    name: { type: 'search', label: 'Search', placeholder: 'Make, model or year' },
    from: { type: 'year', label: 'Year from', range: 'Year' },
    to: { type: 'year', label: 'Year to', range: 'Year' },
    missing: {
      type: 'choice',
      label: 'Missing',
      all: 'Missing or not',
      options: parts.map(([part, label]) => [part.toLowerCase(), label]),
    },
    system: {
      type: 'choice',
      label: 'Key system',
      all: 'Any or none',
      options: [],
      other: { fits: isId, text: '...' },
    },
    sample: {
      type: 'choice',
      label: 'Sample data',
      all: 'Sample or not',
      options: [
        ['yes', 'Sample data'],
        ['no', 'Not sample data'],
      ],
    },
    disputed: yesNoTerm('Disputed'),
    ...checkedTerms,
    changedFrom: { type: 'date', label: 'Changed from', range: 'Changed' },
    changedTo: { type: 'date', label: 'Changed to', range: 'Changed' },
  },
  ({ make, name, from, to, missing, system, sample, disputed, changedFrom, changedTo, ...check }): ModelFilter => ({
    makeId: make || null,
    search: name || null,
    yearFrom: from ? Number(from) : null,
    yearTo: to ? Number(to) : null,
    missing: (missing.toUpperCase() || null) as ModelPart | null,
    keySystemId: system || null,
    sample: sample ? sample === 'yes' : null,
    disputed: yesNoOf(disputed),
    ...checkedOf(check),
    changedFrom: changedFrom || null,
    changedTo: changedTo || null,
  }),
);

/** The filters of the model list. */
export function useModelFilters(): ModelFilters {
  const { data } = useRead(MakeOptionsDocument);
  const systems = useRead(KeySystemNamesDocument).data?.keySystems.items;
  const filters = useListFilters(modelFilters, {
    make: {
      options: (data?.makeOptions ?? []).map(({ id, displayName }) => [id, displayName]),
      other: data ? 'Unknown make' : '...',
    },
    system: {
      options: (systems ?? []).map(({ id, name }) => [id, name]),
      other: systems ? 'Another key system' : '...',
    },
  });
  const filter = filters.active ? filters.filter : undefined;
  return { ...filters, filter, exported: filter && exportedOf(filter) };
}
