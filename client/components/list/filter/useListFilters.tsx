import { Box, Button, Grid } from '@chakra-ui/react';
import { ListFilter as FilterIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Select } from '../../form/Select';
import { useNarrow } from '../../useNarrow';
import { FilterField } from './FilterField';
import { type FilterTerm, termValue } from './filterTerm';
import { useListFilter } from './useListFilter';

/** The filters of a list: the controls above it and their query variables. */
export interface ListFilter {
  controls: ReactNode;
  variables: Record<string, unknown>;
  /** Whether a filter is active. */
  active: boolean;
  onClear: () => void;
}

/** More filters than this are folded on a phone. */
const FEW = 4;

function Control({ term, value, onChange }: { term: FilterTerm; value: string; onChange: (value: string) => void }) {
  if (term.type !== 'choice') {
    const placeholder = term.type === 'search' ? term.placeholder : undefined;
    return (
      <FilterField label={term.label} type={term.type} placeholder={placeholder} value={value} onChange={onChange} />
    );
  }
  const known = value === '' || term.options.some(([option]) => option === value);
  return (
    <Select
      label={term.label}
      value={value}
      options={[['', term.all], ...(known ? [] : [[value, term.other?.text ?? value] as const]), ...term.options]}
      onChange={onChange}
    />
  );
}

/**
 * The filters of a list, kept in the URL under the names of `terms` (docs/look.md, "Lists"). `label` names them for screen
 * readers; `variablesOf` turns their values, empty if unset, into the query's variables.
 */
export function useListFilters<Name extends string>(
  label: string,
  terms: Record<Name, FilterTerm>,
  variablesOf: (values: Record<Name, string>) => Record<string, unknown>,
): ListFilter {
  const { params, change } = useListFilter();
  const narrow = useNarrow();
  const [unfolded, setUnfolded] = useState(false);
  const names = Object.keys(terms) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, termValue(terms[name], params.get(name))])) as Record<
    Name,
    string
  >;
  const count = names.filter((name) => values[name]).length;
  const folds = narrow && names.length > FEW;
  const controls = (
    <Box as="form" role="search" aria-label={label} mb={4} onSubmit={(event) => event.preventDefault()}>
      {folds && (
        <Button
          type="button"
          variant="outline"
          aria-expanded={unfolded}
          mb={unfolded ? 3 : 0}
          onClick={() => setUnfolded(!unfolded)}
        >
          <FilterIcon aria-hidden="true" />
          {count ? `Filters: ${count} active` : 'Filters'}
        </Button>
      )}
      {(!folds || unfolded) && (
        <Grid gap={3} gridTemplateColumns="repeat(auto-fill, minmax(min(10rem, 100%), 1fr))">
          {names.map((name) => (
            <Control
              key={name}
              term={terms[name]}
              value={values[name]}
              // Typing replaces the entry of the history, choosing adds one (docs/look.md, "Routes").
              onChange={(value) => change({ [name]: value }, { replace: terms[name].type === 'search' })}
            />
          ))}
        </Grid>
      )}
    </Box>
  );
  return {
    controls,
    variables: variablesOf(values),
    active: count > 0,
    onClear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  };
}
