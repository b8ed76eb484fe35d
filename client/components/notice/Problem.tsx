import { Button, Flex, Text } from '@chakra-ui/react';
import { RotateCcw } from 'lucide-react';
import { useOnline } from '../connection';
import { Notice } from './Notice';

/** An error shown where it happened, with a Retry button. Says so if the device is offline. */
export function Problem({ children, onRetry }: { children: string; onRetry?: (() => void) | undefined }) {
  const online = useOnline();
  return (
    <Notice kind="danger" role="alert" centred>
      <Flex gap={3} wrap="wrap" align="center" justify="space-between">
        <Text>{online ? children : `No connection. ${children}`}</Text>
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
