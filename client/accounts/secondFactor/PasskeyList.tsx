import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { formatDay, formatMoment } from '../../components/text/date';
import type { OwnSecondFactorFragment } from '../../graphql/generated/secondFactor';

export type Passkey = OwnSecondFactorFragment['passkeys'][number];

const List = chakra('ul', {
  base: {
    w: 'full',
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: 3,
      py: 2,
      borderTopWidth: '1px',
    },
    '& > li:last-child': { borderBottomWidth: '1px' },
  },
});

interface Props {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

export function PasskeyList({ passkeys, onRename, onRemove }: Props) {
  if (passkeys.length === 0) return null;
  return (
    <List aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <chakra.div flex="1 1 12rem" minW={0}>
            <Text fontWeight="semibold" translate="no" overflowWrap="anywhere">
              {passkey.name}
            </Text>
            <Text color="muted">
              Added {formatDay(passkey.createdAt)},{' '}
              {passkey.lastUsedAt ? `last used ${formatMoment(passkey.lastUsedAt)}` : 'not used yet'}
            </Text>
          </chakra.div>
          <Flex>
            <Button variant="plain" aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
              Rename
            </Button>
            <Button variant="plain" aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
              Remove
            </Button>
          </Flex>
        </li>
      ))}
    </List>
  );
}
