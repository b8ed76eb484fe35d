import { useApolloClient } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { LookupModelsDocument } from '../graphql/generated/catalogue';
import type { LookupPlace } from '../paths';
import { graphMode } from './place';
import { SubItems } from './SubItems';

const Heading = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    w: 'full',
    minH: 'row',
    px: 4,
    py: 1,
    textAlign: 'start',
    fontSize: 'md',
    cursor: 'pointer',
    outlineOffset: '-3px!',
    _hover: { bg: 'subtle' },
    _expanded: { fontWeight: 'bold' },
  },
});

interface Props {
  place: LookupPlace;
  value: string;
  open: boolean;
  onToggle: (value: string) => void;
}

/** One item of the accordion; what lies under it is asked for when a finger comes down on it, or the focus comes by. */
export function LookupItem({ place, value, open, onToggle }: Props) {
  const client = useApolloClient();
  const panel = useId();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);

  const prefetch = () => {
    const variables = { makeId: place.make, mode: graphMode(place.mode), value };
    // A failure is told when the item is opened, and asked for again then.
    client.query({ query: LookupModelsDocument, variables }).catch(() => {});
  };

  return (
    <chakra.li borderBottomWidth="1px">
      <h2>
        <Heading
          type="button"
          data-heading=""
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => onToggle(value)}
          onPointerDown={prefetch}
          onFocus={prefetch}
        >
          <chakra.span
            color="muted"
            flexShrink={0}
            transition="transform 150ms"
            transform={open ? 'rotate(90deg)' : undefined}
          >
            <ChevronRight size={20} aria-hidden="true" />
          </chakra.span>
          <chakra.span minW={0}>{value}</chakra.span>
        </Heading>
      </h2>
      {/* A row of a grid slides between nothing and the height of what it holds; hidden, it is out of the tab order. */}
      <Box
        id={panel}
        display="grid"
        gridTemplateRows={open ? '1fr' : '0fr'}
        visibility={open ? 'visible' : 'hidden'}
        transition="grid-template-rows 300ms ease, visibility 300ms"
      >
        <Box overflow="hidden" minH={0}>
          {opened && <SubItems place={place} value={value} />}
        </Box>
      </Box>
    </chakra.li>
  );
}
