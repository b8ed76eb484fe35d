import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { formatMoment } from '../../../components/text/date';
import type { OwnValueFragment } from '../../../graphql/generated/ownValues';

interface Props {
  value: OwnValueFragment;
  isRemoving: boolean;
  onRemove: (value: OwnValueFragment) => void;
}

/** The company's own value, with who typed it, and when. */
export const OwnValue = ({ value, isRemoving, onRemove }: Props) => (
  <Flex gap={3} align="flex-end" justify="space-between" wrap="wrap">
    <Box minW={0}>
      <Text color="muted">Our value</Text>
      <Text translate="no" textStyle="measure" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {value.value}
      </Text>
      <Text fontSize="xs" color="muted" overflowWrap="anywhere">
        By <span translate="no">{value.username}</span>, {formatMoment(value.updatedAt)}
      </Text>
    </Box>
    <Button type="button" variant="outline" onClick={() => onRemove(value)}>
      {isRemoving ? 'Removing...' : 'Remove our value'}
    </Button>
  </Flex>
);
