import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { ArrowRight, Undo2 } from 'lucide-react';
import { formatMoment } from '../components/date';
import type { ChangeSource, ModelHistoryQuery } from '../graphql/generated/backOffice';

type Change = ModelHistoryQuery['modelHistory']['items'][number];

const ways: Record<ChangeSource, string> = {
  FORM: 'in the form',
  REST: 'through REST',
  CORRECTION: 'from a correction',
  IMPORT: 'by an import',
  RESTORE: 'by bringing back former values',
};

const Entries = chakra('ol', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li': { px: { base: 3, md: 4 }, py: 3 },
    '& > li + li': { borderTopWidth: '1px' },
    '& dl': { maxW: '48rem' },
    '& [data-line]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 1.25rem minmax(0, 1fr)',
      columnGap: 2,
      alignItems: 'start',
      py: 1,
      md: { gridTemplateColumns: '9rem minmax(0, 1fr) 1.25rem minmax(0, 1fr)' },
    },
    '& [data-line] > dt': { color: 'muted', gridColumn: { base: '1 / -1', md: 'auto' } },
    '& [data-line] > dd': { fontFamily: 'mono', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', minW: 0 },
    '& [data-line] svg': { color: 'muted', mt: 0.5 },
    '& summary': { display: 'flex', alignItems: 'center', minH: 'control', color: 'accent', cursor: 'pointer' },
  },
});

/** More than these are a press away: a model that is new has changed in every field. */
const AT_ONCE = 4;

const Lines = ({ changes }: { changes: Change['changes'] }) => (
  <dl>
    {changes.map(({ label, before, after }) => (
      <div key={label} data-line="">
        <dt>{label}</dt>
        <dd>{before || '—'}</dd>
        <dd>
          <ArrowRight size={16} role="img" aria-label="became" />
        </dd>
        <dd>{after || '—'}</dd>
      </div>
    ))}
  </dl>
);

interface Props {
  changes: readonly Change[];
  onBringBack: (change: Change) => void;
}

export const HistoryEntries = ({ changes, onBringBack }: Props) => (
  <Entries aria-label="Changes, newest first">
    {changes.map((change) => {
      const { id, username, source, created, createdAt, changes: lines } = change;
      const more = lines.slice(AT_ONCE);
      return (
        <li key={id}>
          <Box display="flex" flexWrap="wrap" gap={2} justifyContent="space-between" alignItems="center">
            <Text overflowWrap="anywhere" minW={0}>
              <chakra.time dateTime={createdAt} fontWeight="semibold">
                {formatMoment(createdAt)}
              </chakra.time>
              {' · '}
              {username}
              {' · '}
              {created ? `created ${ways[source]}` : ways[source]}
            </Text>
            {!created && (
              <Button
                type="button"
                variant="outline"
                aria-label={`Bring back what was before ${formatMoment(createdAt)}`}
                onClick={() => onBringBack(change)}
              >
                <Undo2 aria-hidden="true" />
                Bring back what was before
              </Button>
            )}
          </Box>
          <Lines changes={more.length > 1 ? lines.slice(0, AT_ONCE) : lines} />
          {more.length > 1 && (
            <details>
              <summary>{more.length} more fields</summary>
              <Lines changes={more} />
            </details>
          )}
        </li>
      );
    })}
  </Entries>
);
