import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStable } from '../../useStable';
import { useListParams } from '../useListParams';
import { asked, type Drafts, pendingOf, setFilters, settled, shownText, typing } from './drafts';
import { FilterBar } from './FilterBar';
import type { FilterSet } from './filterSet';
import { type ChoiceTerm, type FilterTerm, isTyped, termValue } from './filterTerm';

/** How long typing must pause before the list is updated. */
const PAUSE = 300;

/** The filters of a list: the controls above it and what they ask for, the query's `filter`. */
export interface ListFilter<Filter = unknown> {
  controls: ReactNode;
  filter: Filter;
  /** Whether a filter is active. */
  active: boolean;
  onClear: () => void;
}

/** What the server answers of a choice. */
interface Loaded extends Pick<ChoiceTerm, 'options'> {
  /** The text of a value that is not among the options. */
  other: string;
}

const completed = (term: FilterTerm, loaded: Loaded | undefined): FilterTerm =>
  loaded && term.type === 'choice' && term.other
    ? { ...term, options: loaded.options, other: { ...term.other, text: loaded.other } }
    : term;

/**
 * The filters of a list, kept in the URL (docs/look.md, "Lists"). `loaded` completes the choices whose options come from the
 * server.
 */
export function useListFilters<Name extends string, Filter>(
  { label, terms: declared, filterOf }: FilterSet<Name, Filter>,
  loaded: Partial<Record<Name, Loaded>> = {},
): ListFilter<Filter> {
  const { params, newest, change } = useListParams();
  const names = Object.keys(declared) as Name[];
  const terms = Object.fromEntries(names.map((name) => [name, completed(declared[name], loaded[name])])) as Record<
    Name,
    FilterTerm
  >;
  const values = Object.fromEntries(names.map((name) => [name, termValue(terms[name], params.get(name))])) as Record<
    Name,
    string
  >;
  const [drafts, setDrafts] = useState<Drafts>({});
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const address = params.toString();
  /** The last address that the filters have made. */
  const own = useRef(address);
  // Before the user can do anything to what is rendered. Not with an address that a newer one has replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are those of the address
  useLayoutEffect(() => {
    if (newest().toString() === address) setDrafts((before) => settled(before, values));
  }, [address]);

  /** Sets the chosen values, and those typed until now. */
  const ask = (chosen: Record<string, string> = {}) => {
    clearTimeout(pause.current);
    const next = { ...pendingOf(terms, drafts), ...chosen };
    setDrafts((before) => asked(terms, before, chosen));
    if (Object.keys(next).length === 0) return;
    // Typing replaces the entry of the history, choosing adds one (docs/look.md, "Routes").
    const replace = Object.keys(next).every((name) => isTyped(terms[name as Name]));
    own.current = change((params) => setFilters(params, next), { replace, preventScrollReset: true }).toString();
  };
  const askTyped = useStable(() => ask());
  return {
    controls: (
      <FilterBar
        label={label}
        terms={terms}
        values={values}
        textOf={(name) => shownText(drafts, values, name)}
        own={own}
        onType={(name, text) => {
          setDrafts((before) => typing(before, values, name, text));
          clearTimeout(pause.current);
          pause.current = setTimeout(askTyped, PAUSE);
        }}
        onEnter={askTyped}
        onChoose={(chosen) => ask(chosen)}
      />
    ),
    filter: filterOf(values),
    active: names.some((name) => values[name]),
    onClear() {
      clearTimeout(pause.current);
      setDrafts({});
      change((params) => setFilters(params, Object.fromEntries(names.map((name) => [name, '']))), {
        preventScrollReset: true,
      });
    },
  };
}
