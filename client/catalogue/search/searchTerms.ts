import { termValue } from '../../components/list/filter/filterTerm';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';
import type { SearchModelsQueryVariables, SearchSort } from '../../graphql/generated/backOffice';
import { checkedOf, checkedTerms } from '../checks/checkedFilter';

/** The terms of a database search as in the URL: texts as typed. */
export interface SearchTerms {
  make: string;
  model: string;
  year: string;
  keyword: string;
  /** As in the lists (checkedFilter.ts). */
  checked: string;
  source: string;
  disputed: string;
  sorting: string;
  order: string;
}

export const disputedTerm = yesNoTerm('Disputed');

const sorts: Record<string, SearchSort> = { make: 'MAKE', model: 'MODEL', year: 'YEAR' };
export const sortings = ['make', 'model', 'year'] as const;
export const orders = ['asc', 'desc'] as const;

export const termsOf = (params: URLSearchParams): SearchTerms => {
  const sorting = params.get('sorting') ?? '';
  return {
    make: params.get('make')?.trim() ?? '',
    model: params.get('model')?.trim() ?? '',
    year: params.get('year')?.trim() ?? '',
    keyword: params.get('keyword')?.trim() ?? '',
    checked: termValue(checkedTerms.checked, params.get('checked')),
    source: termValue(checkedTerms.source, params.get('source')),
    disputed: termValue(disputedTerm, params.get('disputed')),
    sorting: Object.hasOwn(sorts, sorting) ? sorting : 'make',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
  };
};

/** At least one of make, model, year and keyword (docs/rules.md, "Search"). */
export const isEmpty = ({ make, model, year, keyword }: SearchTerms) => !(make || model || year || keyword);

/** A whole number that the graph's Int can carry; null for anything else that was typed. */
export const yearOf = (year: string) => (/^\d{1,9}$/.test(year) ? Number(year) : null);

export function searchOf(terms: SearchTerms): URLSearchParams {
  const defaults: Partial<SearchTerms> = { sorting: 'make', order: 'asc' };
  return new URLSearchParams(
    Object.entries(terms).filter(([name, value]) => value && value !== defaults[name as keyof SearchTerms]),
  );
}

export const variablesOf = (terms: SearchTerms, page: number, limit: number): SearchModelsQueryVariables => ({
  page,
  limit,
  sortBy: sorts[terms.sorting] ?? 'MAKE',
  dir: terms.order === 'desc' ? 'DESC' : 'ASC',
  make: terms.make || null,
  model: terms.model || null,
  year: yearOf(terms.year),
  keyword: terms.keyword || null,
  filter: checkedOf(terms),
  disputed: yesNoOf(terms.disputed),
});
