import { Button, Flex, Text } from '@chakra-ui/react';
import { RotateCcw } from 'lucide-react';
import { Notice } from './Notice';

/** An error shown where it happened, with a Retry button. */
export function Problem({ children, onRetry }: { children: string; onRetry?: (() => void) | undefined }) {
  return (
    <Notice kind="danger" role="alert" centred>
      <Flex gap={3} wrap="wrap" align="center" justify="space-between">
        <Text>{children}</Text>
        {onRetry && (
          <Button variant="outline" onClick={onRetry}>
            <RotateCcw aria-hidden="true" />
            Retry
          </Button>
        )}
      </Flex>
    </Notice>
  );
}
