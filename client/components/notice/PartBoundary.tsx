import { Box, Flex, IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { Component, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useStable } from '../useStable';
import { Problem } from './Problem';

interface Props {
  /** The lazy component among the children. */
  part: { preload: () => unknown; loadsNow: () => Promise<boolean> };
  /** Shown in its place, with Retry. */
  failure: string;
  /** Shown while it loads. */
  fallback?: ReactNode;
  /** Present if the failure can be dismissed. */
  onDismiss?: () => void;
  children: ReactNode;
}

interface FailureProps {
  children: string;
  onRetry: () => void;
  /** Called when its cause may have ended. */
  onEnd: () => void;
  onDismiss: (() => void) | undefined;
}

/** The message ends on another screen, and once the device is online: it is dismissed, or the part is tried again. */
function Failure({ children, onRetry, onEnd, onDismiss }: FailureProps) {
  const { key } = useLocation();
  const failedAt = useRef(key);
  const end = useStable(onEnd);
  useEffect(() => {
    if (key !== failedAt.current) end();
  }, [key, end]);
  useEffect(() => {
    addEventListener('online', end);
    return () => removeEventListener('online', end);
  }, [end]);

  const problem = <Problem onRetry={onRetry}>{children}</Problem>;
  if (!onDismiss) return problem;
  return (
    <Flex align="center" bg="panel">
      <Box flex={1}>{problem}</Box>
      <IconButton variant="plain" aria-label="Close" onClick={onDismiss}>
        <X aria-hidden="true" />
      </IconButton>
    </Flex>
  );
}

/** A part of the page that loads by itself. The page, and what was typed into it, stays if the part fails. */
export class PartBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  private readonly retry = () => {
    void this.props.part.preload();
    this.setState({ error: null });
  };

  /** Without being asked: some browsers remember a failure until the page is reloaded, which would lose what was typed. */
  private readonly retryQuietly = async () => {
    if (await this.props.part.loadsNow()) this.retry();
  };

  override render() {
    const { error } = this.state;
    const { failure, fallback, onDismiss, children } = this.props;
    if (!error) return <Suspense fallback={fallback}>{children}</Suspense>;
    return (
      <Failure onRetry={this.retry} onEnd={onDismiss ?? this.retryQuietly} onDismiss={onDismiss}>
        {failure}
      </Failure>
    );
  }
}
