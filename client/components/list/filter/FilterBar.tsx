import { Button, Menu } from '@chakra-ui/react';
import { Plus, Search } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from '../../../afterPaint';
import { plainInput } from '../../../recipes';
import { styled } from '../../styled';
import { useListParams } from '../useListParams';
import { FilterChip } from './FilterChip';
import { FilterInput } from './FilterInput';
import type { FilterTerm } from './filterTerm';

/** One style for the whole bar. Its parts are those of the toolbar that it is in (ListScreen). */
const Bar = styled('form', {
  display: 'contents',
  '& [data-search]': { position: 'relative', flex: { base: '1 1 9rem', md: '1 1 12rem' }, maxW: { md: '20rem' } },
  '& [data-search] input': { ...plainInput, ps: 10 },
  '& [data-search] svg': {
    position: 'absolute',
    insetStart: 3,
    top: 'calc((var(--control) - 20px) / 2)',
    color: 'muted',
    pointerEvents: 'none',
  },
  '& [data-chip]': {
    display: 'flex',
    alignItems: 'center',
    minW: 0,
    maxW: 'full',
    bg: 'panel',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'control',
  },
  '& [data-chip=set]': { borderColor: 'accent', bg: 'subtle' },
  '& label': { ps: 3, pe: 1, color: 'muted', whiteSpace: 'nowrap' },
  '& [data-values]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', minW: 0 },
  '& [data-values] > span': { display: 'flex', alignItems: 'center', minW: 0, color: 'muted' },
  '& [data-values] :is(select, input)': {
    h: 'calc(var(--control) - 2px)',
    minW: 0,
    px: 1,
    bg: 'transparent',
    borderRadius: 'control',
    fontWeight: 'semibold',
    color: 'text',
  },
  '& [data-values] select': {
    appearance: 'none',
    // Where a browser does not know this, it is as wide as the longest option.
    fieldSizing: 'content',
    pe: 8,
    maxW: '12rem',
    textOverflow: 'ellipsis',
    cursor: 'pointer',
  },
  '& option': { bg: 'panel' },
  '& select + svg': { ms: -7, me: 2, flexShrink: 0, pointerEvents: 'none' },
  '& [data-values] input[type=text]': { w: '8rem' },
  '& [data-values] input[inputmode=numeric]': { w: '4rem' },
  '& [data-chip] > button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minW: 'calc(var(--control) - 2px)',
    minH: 'calc(var(--control) - 2px)',
    color: 'accent',
    borderRadius: 'control',
    cursor: 'pointer',
  },
  '& [data-chip] > button:hover': { bg: 'panel' },
});

interface Props {
  /** Names the filters for screen readers. */
  label: string;
  terms: Record<string, FilterTerm>;
  values: Record<string, string>;
  /** What the field of a filter shows. */
  textOf: (name: string) => string;
  /** The last address that the filters have made. */
  own: RefObject<string>;
  onType: (name: string, text: string) => void;
  onEnter: () => void;
  onChoose: (values: Record<string, string>) => void;
}

/** What a chip holds: a filter, or both limits of a range. */
const titleOf = (term: FilterTerm) => ('range' in term ? term.range : term.label);

/**
 * The field in which a list is searched, a chip for each other filter in use, and the menu that adds one
 * (docs/look.md, "Lists").
 */
export function FilterBar({ label, terms, values, textOf, own, onType, onEnter, onChoose }: Props) {
  const { params, newest: newestParams } = useListParams();
  const address = params.toString();
  /** The chips, in the order in which they were added. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const newest = useRef<string>(undefined);
  const addButton = useRef<HTMLButtonElement>(null);

  const all = Object.entries(terms).map(([name, term]) => [name, term, values[name] ?? ''] as const);
  const chips = Map.groupBy(
    all.filter(([, { type }]) => type !== 'search'),
    ([, term]) => titleOf(term),
  );
  const titles = [...chips.keys()];
  const isSet = (title: string) => chips.get(title)?.some(([, , value]) => value) ?? false;
  const isFixed = (title: string) => chips.get(title)?.some(([, term]) => 'always' in term && term.always) ?? false;
  const shown = [...new Set([...titles.filter(isFixed), ...added, ...titles.filter(isSet)])];
  const others = titles.filter((title) => !shown.includes(title));

  // A chip without a value disappears with the next thing that the user does to the list. Not when it loses the focus:
  // what the user is about to click would move. Not if it was added after that, before the list has followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the reason to run
  useLayoutEffect(() => {
    if (newestParams().toString() !== address) return;
    if (own.current !== address) setAdded((before) => before.filter(isSet));
    own.current = address;
  }, [address]);
  /** The chips that are shown stay where they are when their values change. */
  const hold = (change: (titles: string[]) => string[] = (titles) => titles) =>
    setAdded((before) => change([...new Set([...shown, ...before])]));
  // Called by the press, because the menu does not call `onSelect` if its items move between the pointer's down and up.
  const add = (title: string) => {
    newest.current = title;
    own.current = newestParams().toString();
    hold((titles) => [...titles, title]);
  };
  const type = (name: string, text: string) => {
    hold();
    onType(name, text);
  };
  const remove = (title: string) => {
    hold((titles) => titles.filter((one) => one !== title));
    onChoose(Object.fromEntries((chips.get(title) ?? []).map(([name]) => [name, ''])));
  };

  return (
    <Bar role="search" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {all.map(
        ([name, term]) =>
          term.type === 'search' && (
            <div key={name} data-search="">
              <Search size={20} aria-hidden="true" />
              <FilterInput
                aria-label={term.label}
                type="search"
                placeholder={term.placeholder}
                value={textOf(name)}
                onType={(text) => type(name, text)}
                onEnter={onEnter}
              />
            </div>
          ),
      )}
      {titles.some((title) => !isFixed(title)) && (
        <Menu.Root>
          <Menu.Trigger asChild>
            <Button ref={addButton} type="button" variant="outline" px={3} disabled={others.length === 0}>
              <Plus aria-hidden="true" />
              Add filter
            </Button>
          </Menu.Trigger>
          <Menu.Positioner>
            <Menu.Content>
              {others.map((title) => (
                <Menu.Item key={title} value={title} onClick={() => add(title)}>
                  {title}
                </Menu.Item>
              ))}
            </Menu.Content>
          </Menu.Positioner>
        </Menu.Root>
      )}
      {shown.map((title) => (
        <FilterChip
          key={title}
          title={title}
          terms={chips.get(title) ?? []}
          isFixed={isFixed(title)}
          textOf={textOf}
          onType={type}
          onEnter={onEnter}
          onChoose={(name, value) => {
            hold();
            onChoose({ [name]: value });
          }}
          onRemove={() => remove(title)}
          onShow={(control) => {
            if (newest.current !== title) return;
            newest.current = undefined;
            // After the menu that added it has returned the focus to its button. If it was opened again, it would close.
            afterPaint(() => addButton.current?.ariaExpanded !== 'true' && control?.focus());
          }}
          onLost={() => afterPaint(() => document.activeElement === document.body && addButton.current?.focus())}
        />
      ))}
    </Bar>
  );
}
