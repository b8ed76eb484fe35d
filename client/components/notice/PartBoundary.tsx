import { Box, Flex, IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useStable } from '../useStable';
import { Problem } from './Problem';

interface Props {
  /** The lazy component among the children. */
  part: { preload: () => unknown };
  /** Shown in its place, with Retry. */
  failure: string;
  /** Present if the failure can be dismissed. */
  onDismiss?: () => void;
  children: ReactNode;
}

interface FailureProps extends Pick<Props, 'onDismiss'> {
  children: string;
  onRetry: () => void;
}

/** The failure goes away with its cause: it is dismissed, or else tried again, on another screen and once the device is online. */
function Failure({ children, onRetry, onDismiss }: FailureProps) {
  const { key } = useLocation();
  const failedAt = useRef(key);
  const end = useStable(onDismiss ?? onRetry);
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

/** Keeps the page, and what was typed into it, if a part of it fails or cannot be loaded. */
export class PartBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  constructor(props: Props) {
    super(props);
    // The part may have failed to load when it was last shown.
    void props.part.preload();
  }

  private readonly retry = () => {
    void this.props.part.preload();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { failure, onDismiss } = this.props;
    return (
      <Failure onRetry={this.retry} {...(onDismiss && { onDismiss })}>
        {failure}
      </Failure>
    );
  }
}
