import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { LookupModelsDocument } from '../../graphql/generated/catalogue';
import { usePrefetch } from '../../graphql/usePrefetch';
import type { LookupPlace } from '../../paths';
import { graphMode } from './place';
import { SubItems } from './SubItems';

interface Props {
  place: LookupPlace;
  value: string;
  open: boolean;
  onToggle: (value: string) => void;
}

/** One item of the accordion (styled by LookupList). Prefetches its sub-items on pointer down or focus. */
export function LookupItem({ place, value, open, onToggle }: Props) {
  const panel = useId();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);

  const prefetchModels = usePrefetch(LookupModelsDocument);
  const prefetch = () => prefetchModels({ makeId: place.make, mode: graphMode(place.mode), value });

  return (
    <li>
      <h2>
        <button
          type="button"
          data-heading=""
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => onToggle(value)}
          onPointerDown={prefetch}
          onFocus={prefetch}
        >
          <ChevronRight size={20} aria-hidden="true" />
          {value}
        </button>
      </h2>
      <div id={panel} data-panel={open ? 'open' : 'closed'}>
        <div>{opened && <SubItems place={place} value={value} />}</div>
      </div>
    </li>
  );
}
