import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { formatMoment } from '../../components/text/date';
import { Who } from '../../components/text/Who';
import type { ChangeSource, ModelHistoryQuery } from '../../graphql/generated/backOffice';
import { ChangeLines } from './ChangeLines';

/** An entry of a history. That of a key system does not say how it was changed. */
type Entry = Omit<NonNullable<ModelHistoryQuery['model']['history']>['items'][number], 'source' | '__typename'> & {
  source?: ChangeSource;
};

const ways: Record<ChangeSource, string> = {
  FORM: 'in the form',
  REST: 'through REST',
  CORRECTION: 'from a correction',
  IMPORT: 'by an import',
  BULK: 'in a bulk change',
  RESTORE: 'by restoring earlier values',
};

const Entries = chakra('ol', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li': { px: { base: 3, md: 4 }, py: 3 },
    '& > li + li': { borderTopWidth: '1px' },
  },
});

interface Props<Change> {
  changes: readonly Change[];
  /** Absent if earlier states cannot be restored. */
  onBringBack?: (change: Change) => void;
}

export const HistoryEntries = <Change extends Entry>({ changes, onBringBack }: Props<Change>) => (
  <Entries aria-label="Changes, newest first">
    {changes.map((change) => {
      const { id, username, token, source, created, createdAt, changes: lines } = change;
      return (
        <li key={id}>
          <Box display="flex" flexWrap="wrap" gap={2} justifyContent="space-between" alignItems="center">
            <Text overflowWrap="anywhere" minW={0}>
              <chakra.time dateTime={createdAt} fontWeight="semibold">
                {formatMoment(createdAt)}
              </chakra.time>
              {' · '}
              <Who username={username} token={token} />
              {(created || source) && ' · '}
              {[created && 'created', source && ways[source]].filter(Boolean).join(' ')}
            </Text>
            {!created && onBringBack && (
              <Button
                type="button"
                variant="outline"
                aria-label={`Restore earlier state, before ${formatMoment(createdAt)}`}
                onClick={() => onBringBack(change)}
              >
                <Undo2 aria-hidden="true" />
                Restore earlier state
              </Button>
            )}
          </Box>
          <ChangeLines changes={lines} />
        </li>
      );
    })}
  </Entries>
);
