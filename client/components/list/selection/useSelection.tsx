import { Box, Button, Text } from '@chakra-ui/react';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FootBar } from '../../bars/FootBar';
import { announce } from '../../notice/LiveRegion';
import { counted, formatCount } from '../../text/counts';
import type { ListPage } from '../ListResults';
import type { Column, ListRow } from '../listColumn';
import { Bar, Frame, Tick, ToActions } from './selectionParts';

/** The chosen rows of a list. */
export interface Chosen {
  /** Their ids; null if all rows that match are chosen. */
  ids: string[] | null;
  count: number;
  clear: () => void;
}

export interface SelectionOptions<Row> {
  /** The name of a row, for screen readers. */
  nameOf: (row: Row) => string;
  /** The kind of row, e.g. "model". */
  noun: string;
  /** The actions on the chosen rows. */
  actions: (chosen: Chosen) => ReactNode;
}

const none: ReadonlySet<string> = new Set();

/**
 * Checkboxes for the rows of a list; Shift chooses a range. What is chosen stays while one turns pages, until `matching`,
 * the filter, changes.
 */
export function useSelection<Row extends ListRow>(
  options: SelectionOptions<Row> | undefined,
  shown: ListPage<Row> | undefined,
  matching: string,
): { column: Column<Row> | undefined; bar: ReactNode; selectAll: ReactNode } {
  const [ids, setIds] = useState(none);
  const [all, setAll] = useState(false);
  /** The row whose checkbox was used last. */
  const [last, setLast] = useState<string>();
  const section = useRef<HTMLElement>(null);
  const words = useId();
  const clear = () => {
    setIds(none);
    setAll(false);
  };
  const before = useRef(matching);
  useEffect(() => {
    if (before.current === matching) return;
    before.current = matching;
    setIds(none);
    setAll(false);
  }, [matching]);
  const total = shown?.total ?? 0;
  const count = all ? total : ids.size;
  const noun = options?.noun ?? '';
  const announced = useRef(0);
  useEffect(() => {
    if (announced.current !== count) announce(`${counted(count, noun)} selected`);
    announced.current = count;
  }, [count, noun]);
  if (!options) return { column: undefined, bar: null, selectAll: null };

  const { nameOf, actions } = options;
  const rows = shown?.items ?? [];
  const isChosen = (id: string) => all || ids.has(id);
  const choose = (some: readonly Row[], chosen: boolean) => {
    // "All that match" becomes the visible rows.
    const next = new Set(all ? rows.map(({ id }) => id) : ids);
    for (const { id } of some) {
      if (chosen) next.add(id);
      else next.delete(id);
    }
    setAll(false);
    setIds(next);
  };
  const tick = (row: Row, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const at = rows.indexOf(row);
    const from = rows.findIndex(({ id }) => id === last);
    const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true && from >= 0;
    choose(isRange ? rows.slice(Math.min(at, from), Math.max(at, from) + 1) : [row], target.checked);
    setLast(row.id);
  };
  const isPage = rows.length > 0 && rows.every(({ id }) => isChosen(id));
  const toActions = (
    <ToActions type="button" onClick={() => section.current?.focus()}>
      Skip to the actions
    </ToActions>
  );
  const pageTick = (
    <Frame>
      <Tick>
        <input
          type="checkbox"
          aria-label="Select all on this page"
          data-tick=""
          checked={isPage}
          onChange={({ target }) => (target.checked ? choose(rows, true) : clear())}
        />
      </Tick>
      {count > 0 && toActions}
    </Frame>
  );
  /** Moves the focus to a checkbox, because the pressed button disappears with the bar. */
  const clearFromBar = () => {
    const ticks = [...document.querySelectorAll<HTMLElement>('[data-tick]')];
    (ticks.find(({ dataset }) => last !== undefined && dataset.tick === last) ?? ticks[0])?.focus();
    clear();
  };
  return {
    column: {
      header: 'Select',
      head: pageTick,
      key: 'select',
      short: true,
      least: 2.75,
      cell: (row) => (
        <Frame>
          <Tick>
            <input
              type="checkbox"
              aria-label={`Select ${nameOf(row)}`}
              data-tick={row.id}
              checked={isChosen(row.id)}
              onChange={(event) => tick(row, event)}
            />
          </Tick>
          {count > 0 && row.id === last && toActions}
        </Frame>
      ),
    },
    selectAll: (
      <Button
        variant="outline"
        px={3}
        onClick={() => {
          flushSync(() => setAll(true));
          // The actions come after all rows.
          section.current?.focus({ preventScroll: true });
        }}
      >
        Select all {formatCount(total)}
      </Button>
    ),
    bar: count > 0 && (
      <FootBar mt={3} py={0} borderTopWidth={0}>
        <Box
          as="section"
          ref={section}
          tabIndex={-1}
          aria-label="Selection"
          aria-describedby={words}
          w="full"
          px={3}
          py={2}
          bg="panel"
          borderWidth="1px"
          borderColor="accent"
          borderRadius="sm"
        >
          <Bar>
            <Text id={words} fontWeight="semibold">
              {counted(count, noun)} selected
            </Text>
            {!all && count < total && (
              <Button
                variant="plain"
                data-wide=""
                onClick={() => {
                  setAll(true);
                  // The pressed button disappears.
                  section.current?.focus();
                }}
              >
                Select all {formatCount(total)} that match
              </Button>
            )}
            {actions({ ids: all ? null : [...ids], count, clear })}
            <Button variant="plain" onClick={clearFromBar}>
              Clear selection
            </Button>
          </Bar>
        </Box>
      </FootBar>
    ),
  };
}
