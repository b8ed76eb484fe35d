import { memo, useId } from 'react';
import { greyed, NOT_KEPT } from '../../components/notKept';
import { useStateOf } from '../../components/useStateOf';
import { LookupModelsDocument } from '../../graphql/generated/catalogue';
import { usePrefetch } from '../../graphql/usePrefetch';
import type { LookupPlace } from '../../paths';
import type { LookupLine } from './narrowed';
import { graphMode } from './place';
import { SubItems } from './SubItems';

interface Props {
  place: LookupPlace;
  value: string;
  /** The sub-items that match the filter; undefined without a filter. */
  lines?: LookupLine[] | undefined;
  open: boolean;
  onToggle: (value: string) => void;
  /** Whether none of its sheets can be opened without a connection. */
  isAway?: boolean;
}

/**
 * One item of the accordion (styled by LookupList). Prefetches its sub-items on pointer down or focus. Memoized, because
 * a list may have hundreds of items.
 */
export const LookupItem = memo(function LookupItem({ place, value, lines, open, onToggle, isAway }: Props) {
  const panel = useId();
  const [opened, setOpened] = useStateOf<'at first' | 'later' | 'never'>(`${place.make} ${place.mode} ${value}`, () =>
    open ? 'at first' : 'never',
  );
  if (open && opened === 'never') setOpened('later');

  const prefetchModels = usePrefetch(LookupModelsDocument);
  const prefetch = () => !lines && prefetchModels({ makeId: place.make, mode: graphMode(place.mode), value });

  return (
    <li data-open={open ? '' : undefined}>
      <h2 translate="no">
        <button
          type="button"
          data-heading=""
          tabIndex={-1}
          aria-expanded={open}
          aria-controls={opened === 'never' ? undefined : panel}
          onClick={() => onToggle(value)}
          onPointerDown={prefetch}
          onFocus={prefetch}
          {...(isAway && greyed(NOT_KEPT))}
        >
          {value}
        </button>
      </h2>
      {opened !== 'never' && (
        <div id={panel} data-panel={open ? 'open' : 'closed'} data-slides={opened === 'later' || undefined}>
          <div>
            <SubItems place={place} value={value} lines={lines} />
          </div>
        </div>
      )}
    </li>
  );
});
