import { Box, Flex, IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { NoConnection } from '../connection';
import { Problem } from './Problem';

interface Props {
  /** The lazy component among the children. */
  part: { preload: () => unknown };
  /** Shown if it did not load, with Retry. */
  failure: string;
  /** Present if the failure can be dismissed. */
  onDismiss?: () => void;
  children: ReactNode;
}

/** Keeps the page if a part of it cannot be loaded without a connection. Other errors go to the boundary of the route. */
export class PartBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  private readonly retry = () => {
    void this.props.part.preload();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (!(error instanceof NoConnection)) throw error;
    const { failure, onDismiss } = this.props;
    const problem = <Problem onRetry={this.retry}>{failure}</Problem>;
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
}
